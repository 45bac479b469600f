import '@adtally/client/jitless.ts'
import '../../app/main.css'
import { amountInput, day, id, month, nothing, text } from '@adtally/contract/fields.ts'
import { accountNumberText } from '@adtally/contract/operator/finance/parties-money.ts'
import { FIELD_KINDS, fieldsOf, ofKind } from '@adtally/contract/operator/statement/field-kinds.ts'
import {
  customerHandle,
  digestText,
  documentHash,
  evidenceText,
  flag,
  listText,
  moment,
  numbersText,
  numberText,
  reasonText,
  wholeText,
} from '@adtally/contract/operator/statement/fields.ts'
import { staffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type { ConsoleLanguage } from '@adtally/i18n/languages.ts'
import { MessagesProvider } from '@adtally/i18n/messages-provider.tsx'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { OFFICE } from '../../app/office.ts'
import { openDesk } from '../../lib/desk.ts'
import { chooseLanguage } from '../../lib/language.ts'
import { query_client } from '../../lib/query-client.ts'
import { begin } from '../../lib/session.ts'
import { showLanguage, texts } from '../../lib/texts.ts'
import { answerOffice, success } from '../../testing/fake-office.ts'
import { choose, fill, wrongIn } from '../../testing/form-hands.ts'
import { staffPerson } from '../../testing/start-console.tsx'
import { ActFormView } from './components/act-form.tsx'

const animals = listText(/^[a-z]+$/, { normalise: (item) => item, example: 'cat,dog' })

/** An act with a field of every kind. */
const everything = staffCall({
  name: 'try-everything',
  kind: 'act',
  area: 'sandbox',
  roles: ['admin'],
  once: true,
  summary: 'Takes a field of every kind',
  request: z.strictObject({
    account: accountNumberText,
    amount: amountInput,
    choice: z.enum(['court_order', 'legal_hold']),
    customer: customerHandle,
    day,
    evidence: evidenceText,
    digest: digestText,
    document: documentHash,
    evidence_file: ofKind('evidence_file', z.instanceof(File)),
    file: z.instanceof(File),
    flag,
    id,
    lines: z.array(text(20)),
    list: animals,
    long_text: text(1_000),
    moment,
    month,
    number: numberText('W'),
    numbers: numbersText('D'),
    reason: reasonText,
    new_password: text(100),
    text: text(100),
    whole: wholeText(1, 500),
    tries: z.optional(z.int()),
    is_quick: z.optional(z.boolean()),
  }),
  response: nothing,
  refusals: [],
})

const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
/** Of each field what is typed, and what is sent. */
const TYPED: Record<string, [typed: string, sent: unknown]> = {
  account: ['DE89 3704 0044', 'DE89 3704 0044'],
  amount: ['1,234.50', '1234.50'],
  choice: ['legal_hold', 'legal_hold'],
  customer: ['ada@example.com', 'ada@example.com'],
  day: ['2026-11-30', '2026-11-30'],
  evidence: ['Seen twice', 'Seen twice'],
  flag: ['true', 'true'],
  digest: [HASH, HASH],
  id: ['01890000-0000-7000-8000-0000000000f1', '01890000-0000-7000-8000-0000000000f1'],
  lines: ['one\n\ntwo', ['one', 'two']],
  list: ['cat\ndog', 'cat,dog'],
  long_text: ['A long text', 'A long text'],
  moment: ['2026-11-30T12:30', '2026-11-30T12:30:00Z'],
  month: ['2026-11', '2026-11'],
  number: ['w100001', 'w100001'],
  numbers: ['D100001, D100002', 'D100001, D100002'],
  reason: ['Because', 'Because'],
  new_password: ['a long password', 'a long password'],
  text: ['Words', 'Words'],
  whole: ['12', '12'],
  tries: ['3', '3'],
  is_quick: ['false', 'false'],
}

/** The form of an act with a field of every kind. */
async function openForm(language: ConsoleLanguage = 'en'): Promise<HTMLFormElement> {
  openDesk(OFFICE)
  chooseLanguage(language)
  await (await showLanguage(language)).words
  const shown = texts.get()
  if (!shown) throw new Error('there are no texts')
  const person = staffPerson()
  begin(person)
  const container = document.createElement('main')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  root.render(
    <MessagesProvider language={language} messages={shown.messages}>
      <QueryClientProvider client={query_client}>
        <MemoryRouter>
          <ActFormView call={everything} person={person} given={{}} is_others={false} />
        </MemoryRouter>
      </QueryClientProvider>
    </MessagesProvider>,
  )
  const find = () => container.querySelector('form')
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  return form
}

test('every kind of field has its control, whose value is sent as the call takes it [proof 1246]', async () => {
  const kinds = new Set(fieldsOf(everything.request).map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(Object.keys(FIELD_KINDS).sort())
  const sent = answerOffice({ 'try-everything': success({}) })
  const form = await openForm()
  for (const [name, [typed]] of Object.entries(TYPED)) fill(form, name, typed)
  choose(form, 'file', new File(['abc'], 'statement.xml', { type: 'text/xml' }))
  choose(form, 'evidence_file', new File(['abc'], 'letter.pdf'))
  choose(form, 'document', new File(['abc'], 'passport.pdf'))
  await expect.poll(() => form.textContent).toContain('statement.xml')
  await expect.poll(() => form.textContent).toContain(HASH)
  form.requestSubmit()
  expect(wrongIn(form)).toEqual([])
  await expect.poll(() => sent.length).toBe(1)
  const { request_id, file, evidence_file, ...input } = sent[0]?.input ?? {}
  const typed = Object.entries(TYPED).map(([name, [, wire]]) => [name, wire])
  expect(input).toEqual({ ...Object.fromEntries(typed), document: HASH })
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
  for (const part of [file, evidence_file]) expect(part instanceof File && (await part.text())).toBe('abc')
})

test('an empty form says at every field that is needed what is missing, and sends nothing [proof 1247]', async () => {
  const sent = answerOffice({})
  const form = await openForm()
  form.requestSubmit()
  const needed = fieldsOf(everything.request).filter(({ is_required }) => is_required)
  expect(wrongIn(form).sort()).toEqual(needed.map(({ name }) => name).sort())
  expect(document.activeElement).toBe(form.elements.namedItem('account'))
  expect(sent).toEqual([])
  fill(form, 'amount', '1.0000001')
  form.requestSubmit()
  expect(wrongIn(form)).toContain('amount')
})

test('a document’s hash is worked out here, nobody types it, and the document stays; an empty one is none [proof 1248]', async () => {
  const sent = answerOffice({})
  const form = await openForm()
  expect(form.elements.namedItem('document')).toHaveProperty('type', 'file')
  choose(form, 'document', new File([], 'empty.pdf'))
  await expect.poll(() => wrongIn(form)).toEqual(['document'])
  choose(form, 'document', new File(['abc'], 'passport.pdf'))
  await expect.poll(() => form.textContent).toContain(`SHA-256 ${HASH}`)
  expect(wrongIn(form)).toEqual([])
  expect(sent).toEqual([])
})

test.each(['en', 'zh-Hans'] as const)(
  'bounds are said at the fields, and nothing is found by axe, in %s',
  async (language) => {
    answerOffice({})
    const form = await openForm(language)
    for (const bound of ['500', 'W100001', 'cat,dog', '1']) expect(form.textContent).toContain(bound)
    expect(await accessibilityFaults(form)).toEqual([])
    form.requestSubmit()
    expect(await accessibilityFaults(form)).toEqual([])
    expect(form.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  },
)
