import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOffice, type Reply, refusal, session_over, success } from '../testing/fake-office.ts'
import { choose, fill } from '../testing/form-hands.ts'
import { buildPerson, startConsole } from '../testing/start-console.tsx'

const OTHER = buildPerson({ staff_id: '01890000-0000-7000-8000-000000000002', username: 'noor' })

/** A bank's statement, chosen and sent by somebody whose session has ended meanwhile. */
async function bringStatement(): Promise<HTMLElement> {
  const container = await startConsole({ at: '/acts/import-statement' })
  const find = () => container.querySelector<HTMLFormElement>('#content form')
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  fill(form, 'format', 'camt053')
  choose(form, 'file', new File(['<Document/>'], 'statement-of-monday.xml', { type: 'text/xml' }))
  await expect.poll(() => form.textContent).toContain('statement-of-monday.xml')
  form.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  return container
}

async function logIn(): Promise<void> {
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a form that outlives its session goes on with its file, as the same person [proof 1298]', async () => {
  const replies: Reply[] = [
    session_over,
    refusal(405, 'This file can’t be read', { reason: 'file_unreadable' }),
  ]
  const sent = answerOffice({
    'import-statement': () => replies.shift() ?? null,
    login: success(buildPerson()),
  })
  await bringStatement()
  await logIn()
  await expect.element(page.getByText('This file can’t be read')).toBeVisible()
  const files = sent.flatMap(({ name, input: { file } }) => (name === 'import-statement' ? [file] : []))
  expect(files).toHaveLength(2)
  for (const file of files) expect(file instanceof File && (await file.text())).toBe('<Document/>')
})

test('another person finds neither the file nor its name, and sends nothing of it', async () => {
  const sent = answerOffice({
    'import-statement': session_over,
    logout: session_over,
    login: success(OTHER),
  })
  const container = await bringStatement()
  await page.getByRole('button', { name: 'Log in as someone else' }).click()
  await page.getByLabelText('Name').fill('noor')
  await logIn()
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
  window.location.hash = '#/acts/import-statement'
  await expect.poll(() => container.querySelector('#content form')).not.toBeNull()
  expect(document.body.textContent).not.toContain('statement-of-monday.xml')
  expect(sent.filter(({ name }) => name === 'import-statement')).toHaveLength(1)
})
