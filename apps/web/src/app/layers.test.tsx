import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { Dialog, Sheet } from '../components/header/lazy-dialogs.tsx'
import { useBack } from '../components/use-back.ts'
import { useStepHistory } from '../lib/forms/use-step-history.ts'
import { createLayeredHistory, stillHistory } from '../lib/layered-history.ts'
import { page } from '../lib/page.ts'
import { openPage } from '../testing/open-page.ts'

const title = 'notFound.title' as const

/** A page with a sheet that stays open while busy, a dialog over it, links onward, and a text field. */
function LayeredPage() {
  const [open, setOpen] = useState<'sheet' | 'both' | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(null)
  return (
    <Suspense>
      <input aria-label="typed" />
      <button type="button" onClick={() => setOpen('sheet')}>
        open
      </button>
      {open && (
        <Sheet open onClose={() => !busy && close()} title="the sheet">
          <button type="button" onClick={() => setOpen('both')}>
            ask
          </button>
          <button type="button" onClick={() => setBusy(!busy)}>
            {busy ? 'idle' : 'busy'}
          </button>
          <button
            type="button"
            onClick={() => {
              close()
              void navigate('/other')
            }}
          >
            close and go on
          </button>
          <button type="button" onClick={() => navigate('/layered?filter=one', { replace: true })}>
            filter
          </button>
          <button type="button" onClick={() => navigate(-1)}>
            leave
          </button>
          <Link to="/other">on</Link>
          <Link to="/layered">here</Link>
          {open === 'both' && (
            <Dialog
              open
              onClose={() => setOpen('sheet')}
              title="the question"
              actions={<button type="button">yes</button>}
            />
          )}
        </Sheet>
      )}
    </Suspense>
  )
}

function OtherPage() {
  const back = useBack({ title })
  return (
    <button type="button" onClick={back}>
      the other page
    </button>
  )
}

function StepsPage() {
  const { step, goTo, end } = useStepHistory<'one' | 'two' | 'three'>('one')
  const [open, setOpen] = useState(false)
  const [is_done, setDone] = useState(false)
  return (
    <Suspense>
      <p>{is_done ? 'done' : `step ${step}`}</p>
      <button type="button" onClick={() => goTo(step === 'one' ? 'two' : 'three')}>
        next
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <button type="button" onClick={() => end(() => setDone(true))}>
        end
      </button>
      {open && (
        <Sheet open onClose={() => setOpen(false)} title="the sheet">
          <button type="button" onClick={() => end(() => setDone(true))}>
            end from here
          </button>
        </Sheet>
      )}
    </Suspense>
  )
}

const pages = [
  page('/layered', async () => ({ default: LayeredPage }), { title }),
  page('/other', async () => ({ default: OtherPage }), { title }),
  page('/steps', async () => ({ default: StepsPage }), { title }),
]

const named = (name: string) => browser.getByRole('button', { name, exact: true })
const sheet = browser.getByRole('dialog', { name: 'the sheet' })
const question = browser.getByRole('alertdialog', { name: 'the question' })
const hash = () => window.location.hash

/** Starts from another page, so that there is one to go back to. */
async function start(to: string): Promise<void> {
  await openPage('/other', {}, { routes: pages })
  await expect.element(named('the other page')).toBeVisible()
  window.location.hash = to
  await expect.element(named('open')).toBeVisible()
}

async function goBack(): Promise<void> {
  await stillHistory()
  window.history.back()
}

/** One step back is the page below. */
async function expectOtherPageBelow(): Promise<void> {
  await goBack()
  await expect.element(named('the other page')).toBeVisible()
}

async function open(): Promise<void> {
  await named('open').click()
  await expect.element(sheet).toBeVisible()
  await stillHistory()
}

it('back closes the sheet and nothing else, what is typed stays; the next back leaves [proof 379]', async () => {
  await start('/layered')
  await browser.getByLabelText('typed').fill('17')
  await open()
  await goBack()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(hash()).toBe('#/layered')
  await expect.element(browser.getByLabelText('typed')).toHaveValue('17')
  await expectOtherPageBelow()
})

it('a sheet that was closed by hand leaves no place to go back to', async () => {
  await start('/layered')
  for (const _ of [1, 2, 3]) {
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
  }
  await expectOtherPageBelow()
})

it('of a dialog over a sheet back closes the dialog, then the sheet', async () => {
  await start('/layered')
  await open()
  await named('ask').click()
  await expect.element(question).toBeVisible()
  await goBack()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(sheet).toBeVisible()
  await goBack()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(hash()).toBe('#/layered')
})

it('a sheet that is busy stays, whatever the number of backs, and closes by back once it may', async () => {
  await start('/layered')
  await open()
  await named('busy').click()
  for (const _ of [1, 2]) {
    const go = vi.spyOn(window.history, 'go')
    window.history.back()
    // Goes forward to the entry that was left.
    await expect.poll(() => go.mock.calls).toEqual([[1]])
    await stillHistory()
    expect(Object(window.history.state).layers).toBe(1)
    go.mockRestore()
    await expect.element(sheet).toBeVisible()
    expect(hash()).toBe('#/layered')
  }
  await named('idle').click()
  window.history.back()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(hash()).toBe('#/layered')
})

it.each(['close and go on', 'on'])(
  'a way on from a sheet (%s) closes it, and one back is the page below',
  async (name) => {
    await start('/layered')
    await open()
    await (name === 'on' ? browser.getByRole('link', { name: 'on', exact: true }) : named(name)).click()
    await expect.element(named('the other page')).toBeVisible()
    await goBack()
    await expect.element(named('open')).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    await goBack()
    await expect.element(named('the other page')).toBeVisible()
  },
)

it('an address that is replaced below an open sheet is the page’s: the sheet stays, and back closes it', async () => {
  await start('/layered')
  await open()
  await named('filter').click()
  await expect.poll(hash).toBe('#/layered?filter=one')
  await expect.element(sheet).toBeVisible()
  await stillHistory()
  await expect.poll(() => Object(window.history.state).layers).toBe(1)
  window.history.back()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(hash()).toBe('#/layered?filter=one')
  await expectOtherPageBelow()
})

it('one step back by the program, from an open sheet, is one page', async () => {
  await start('/layered')
  await open()
  await named('leave').click()
  await expect.element(named('the other page')).toBeVisible()
  expect(hash()).toBe('#/other')
})

it('forward after back opens nothing, and the page is left by one back', async () => {
  await start('/layered')
  await open()
  await goBack()
  await expect.element(sheet).not.toBeInTheDocument()
  await stillHistory()
  const go = vi.spyOn(window.history, 'go')
  window.history.forward()
  await expect.poll(() => go.mock.calls).toEqual([[-1]])
  await stillHistory()
  go.mockRestore()
  window.history.back()
  await expect.element(named('the other page')).toBeVisible()
})

it('a link to the page below closes the sheet', async () => {
  await start('/layered')
  await open()
  await browser.getByRole('link', { name: 'here' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expectOtherPageBelow()
})

it('loaded anew with a sheet open, the page has no entry of it left', async () => {
  await start('/layered')
  window.history.pushState({ ...window.history.state, layers: 1 }, '')
  createLayeredHistory()
  await expect.poll(() => Object(window.history.state).layers ?? 0).toBe(0)
  await expectOtherPageBelow()
})

it('an address that is typed over an open sheet closes it', async () => {
  await start('/layered')
  await open()
  window.location.hash = '/other'
  await expect.element(named('the other page')).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
})

it('the language sheet of the header closes by back, and does not stay over the next page', async () => {
  await start('/layered')
  await browser.getByRole('button', { name: 'Language' }).click()
  const languages = browser.getByRole('dialog', { name: 'Choose a language' })
  await expect.element(languages).toBeVisible()
  await goBack()
  await expect.element(languages).not.toBeInTheDocument()
  expect(hash()).toBe('#/layered')
  await browser.getByRole('button', { name: 'Language' }).click()
  await expect.element(languages).toBeVisible()
  await stillHistory()
  window.location.hash = '/other'
  await expect.element(named('the other page')).toBeVisible()
  await expect.element(languages).not.toBeInTheDocument()
})

it.each(['end', 'end from here'])(
  'steps with sheets between them end where the page began (%s)',
  async (name) => {
    await start('/steps')
    await open()
    await userEvent.keyboard('{Escape}')
    await named('next').click()
    await expect.element(browser.getByText('step two')).toBeVisible()
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await named('next').click()
    await expect.element(browser.getByText('step three')).toBeVisible()
    if (name === 'end from here') await open()
    await named(name).click()
    await expect.element(browser.getByText('done')).toBeVisible()
    await goBack()
    await expect.element(named('the other page')).toBeVisible()
  },
)
