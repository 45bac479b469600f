import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import type { FeedbackThread } from './api/feedback.ts'

const FILE_ID = '01890000-0000-7000-8000-0000000000f1'

function buildThread(members: Partial<FeedbackThread> = {}): FeedbackThread {
  return {
    feedback_id: '01890000-0000-7000-8000-0000000000e1',
    subject: 'The chart',
    content: 'It is hard to read.',
    images: [],
    created_at: '2026-03-01T12:00:00Z',
    answers: [],
    ...members,
  }
}

const start = (replies: Replies = {}) =>
  openPage('/ad-center/feedback', { '/feedback/list': pageOf(), ...replies })

const subject = browser.getByRole('textbox', { name: 'Subject' })
const content = browser.getByRole('textbox', { name: 'Your feedback' })
const button = (name: string) => browser.getByRole('button', { name, exact: true })

async function write() {
  await subject.fill('The chart')
  await content.fill('It is hard to read.')
}

/** A picture as a camera makes it: larger than what is sent as it is. */
async function picture(type: string, side = 40): Promise<File> {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const noise = context.createImageData(side, side)
  for (let index = 0; index < noise.data.length; index += 1) noise.data[index] = Math.random() * 255
  context.putImageData(noise, 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo.png', { type })
}

const choose = (files: File | File[]) => userEvent.upload(browser.getByLabelText('Choose images'), files)

describe('giving feedback', () => {
  it('says beside each field what is missing, before anything is sent', async () => {
    const sent = await start()
    await button('Send feedback').click()
    await expect.element(subject).toHaveAccessibleDescription('Cannot be empty')
    await expect.element(content).toHaveAccessibleDescription(/Cannot be empty/)
    await expect.element(subject).toHaveFocus()
    expect(sent('/feedback')).toHaveLength(0)
  })

  it('sends subject, content and images once, and shows it below', async () => {
    const threads: FeedbackThread[] = []
    const sent = await start({
      '/feedback/list': () => pageOf(...threads),
      '/files/upload': success({ file_id: FILE_ID, width: 40, height: 40 }),
      '/feedback': () => {
        threads.push(buildThread())
        return success(threads[0])
      },
    })
    await write()
    await choose(await picture('image/png'))
    await expect.element(browser.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible()
    await expect.poll(() => sent('/files/upload')).toHaveLength(1)
    await expect.element(browser.getByText('Uploading')).not.toBeInTheDocument()
    await button('Send feedback').click()
    await expect.element(browser.getByRole('heading', { name: 'The chart' })).toBeVisible()
    await expect.element(browser.getByText('Waiting for a reply')).toBeVisible()
    await expect.element(subject).toHaveValue('')
    expect(sent.bodies('/feedback')).toMatchObject([
      { subject: 'The chart', content: 'It is hard to read.', images: [FILE_ID] },
    ])
  })

  it('an answer that does not fit the contract is the server’s fault, not the connection’s [proof 695]', async () => {
    await start({ '/feedback': success({ subject: 7 }) })
    await write()
    await button('Send feedback').click()
    const said = browser.getByText(/^(We couldn’t read|No connection)/)
    await expect.element(said).toBeVisible()
    expect(said.element().textContent).toBe('We couldn’t read the server’s reply.')
    await expect.element(content).toHaveValue('It is hard to read.')
  })

  it('keeps what was typed when the connection is lost, and tries again under the same id', async () => {
    let isLost = true
    const sent = await start({
      '/feedback': () => {
        if (isLost) throw new TypeError('lost')
        return success(buildThread())
      },
    })
    await write()
    await button('Send feedback').click()
    await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
    await expect.element(content).toHaveValue('It is hard to read.')
    isLost = false
    // A tap right after another would be ignored as a double tap.
    await clickUntil(button('Send feedback'), () => sent('/feedback').length === 2)
    await expect.element(subject).toHaveValue('')
    const ids = sent.bodies('/feedback').map((body) => Object(body).request_id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })
})

describe('an image', () => {
  it.each([
    ['no image', () => new File(['x'], 'notes.pdf', { type: 'application/pdf' }), /select an image file/],
    ['an SVG', () => new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), /select an image file/],
    [
      'too large',
      () => new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
      /too large: 5 MB/,
    ],
  ])('that is %s is refused with why, and not sent', async (_name, build, why) => {
    const sent = await start()
    await choose(build())
    await expect.element(browser.getByRole('alert').filter({ hasText: why })).toBeVisible()
    expect(sent('/files/upload')).toHaveLength(0)
  })

  it('that the server refuses says why, holds the form back, and can be taken away', async () => {
    const sent = await start({
      '/files/upload': refusal(400, 'This image has too many pixels. Please make it smaller', {
        reason: 'image_pixels_too_many',
      }),
    })
    await write()
    await choose(await picture('image/png'))
    await expect.element(browser.getByText(/too many pixels/)).toBeVisible()
    await button('Send feedback').click()
    await expect.element(browser.getByText(/Some images didn’t upload/)).toBeVisible()
    expect(sent('/feedback')).toHaveLength(0)
    await button('Remove Image 1 of 1').click()
    await expect.element(browser.getByText(/too many pixels/)).not.toBeInTheDocument()
  })

  it('that was lost on its way can be tried again', async () => {
    let isLost = true
    const sent = await start({
      '/files/upload': () => {
        if (isLost) throw new TypeError('lost')
        return success({ file_id: FILE_ID, width: 4, height: 4 })
      },
    })
    await choose(await picture('image/png'))
    await expect.element(browser.getByText('Not uploaded. Please try again.')).toBeVisible()
    isLost = false
    await button('Try again').click()
    await expect.element(button('Try again')).not.toBeInTheDocument()
    expect(sent('/files/upload')).toHaveLength(2)
  })

  it('is one of four at most', async () => {
    await start({ '/files/upload': success({ file_id: FILE_ID, width: 4, height: 4 }) })
    const five = await Promise.all(Array.from({ length: 5 }, () => picture('image/png', 4)))
    await choose(five)
    await expect.element(browser.getByText('At most 4 images at a time')).toBeVisible()
    expect(
      browser.getByRole('list', { name: 'Chosen images' }).getByRole('listitem').elements(),
    ).toHaveLength(4)
  })
})

it('shows what was answered, and is accessible with targets of 44 px', async () => {
  const answered = buildThread({
    answers: [
      {
        answer_id: FILE_ID,
        text: 'A darker line comes.',
        author_name: 'mia',
        answered_at: '2026-03-02T12:00:00Z',
      },
    ],
  })
  await start({ '/feedback/list': pageOf(answered, buildThread({ feedback_id: FILE_ID })) })
  await expect.element(browser.getByText('A darker line comes.')).toBeVisible()
  await expect.element(browser.getByText('Reply from mia, customer service')).toBeVisible()
  await expectUsable()
})
