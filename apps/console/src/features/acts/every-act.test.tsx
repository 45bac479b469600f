import { type Field, fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { TYPED_AMOUNTS } from '@adtally/contract/operator/statement/typed-amounts.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, test } from 'vitest'
import {
  answersOf,
  asTyped,
  HASH_OF_CONTENT,
  type Typed,
  typedInputs,
  wireOf,
} from '../../testing/act-inputs.ts'
import { faceInputs } from '../../testing/face-inputs.ts'
import { answerOffice, type Reply, success } from '../../testing/fake-office.ts'
import { choose, fill, wrongIn } from '../../testing/form-hands.ts'
import { startConsole } from '../../testing/start-console.tsx'
import { inputOf, issuesOf } from './components/field-input.ts'
import { fileTypeOf, formFieldsOf } from './components/shown-acts.ts'

const ACTS = STAFF_CALLS
const FORMS = ACTS.filter((call) => formFieldsOf(call).length > 0)
const A_FILE = new File(['content'], 'evidence.pdf', { type: 'application/pdf' })

/** Opens an act's page, and its form. */
async function opened(call: StaffCall): Promise<{ container: HTMLElement; form: HTMLFormElement }> {
  const container = await startConsole({ at: `/acts/${call.name}` })
  const find = () => container.querySelector<HTMLFormElement>('main form')
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  return { container, form }
}

/** Types into the form's controls, with a file where one is asked for. */
async function fillIn(form: HTMLFormElement, call: StaffCall, typed: Typed): Promise<void> {
  for (const field of formFieldsOf(call)) {
    const text = typed[field.name]
    if (field.wire === 'file' && field.is_required) choose(form, field.name, A_FILE)
    else if (field.kind === 'document' && text !== undefined) {
      choose(form, field.name, A_FILE)
      await expect.poll(() => form.textContent).toContain(HASH_OF_CONTENT)
    } else if (text !== undefined) fill(form, field.name, asTyped(field, text))
  }
}

/** What the wire has for typed texts: JSON's own types in a body, texts in a query or a form. */
function onTheWire(call: StaffCall, typed: Typed, is_text: boolean): Record<string, unknown> {
  const wire = Object.entries(wireOf(fieldsOf(call.request), typed))
  const textOf = (value: unknown) => (Array.isArray(value) ? value : String(value))
  return Object.fromEntries(wire.map(([name, value]) => [name, is_text ? textOf(value) : value]))
}

describe.each(FORMS)('the form of $name', (call) => {
  test('sends what the schema takes, and draws what is answered, with nothing that axe finds [proof 1230]', async () => {
    // What is read has answers of many forms; what is done has the one.
    const inputs = typedInputs(call, call.kind === 'read' ? 2 : 1)
    expect(inputs.length).toBeGreaterThan(0)
    const replies = repliesOf(call)
    expect(replies.length).toBeGreaterThan(0)
    for (const [index, typed] of inputs.entries()) {
      const sent = answerOffice({ [call.name]: replies[index % replies.length] ?? null })
      const { container, form } = await opened(call)
      expect(strayIn(form, call)).toEqual([])
      if (index === 0) expect(await accessibilityFaults(container)).toEqual([])
      await fillIn(form, call, typed)
      sent.length = 0
      form.requestSubmit()
      await expect.poll(() => [sent.length, wrongIn(form)]).toEqual([1, []])
      const [request] = sent
      const { request_id, ...input } = request?.input ?? {}
      const texts = Object.fromEntries(Object.entries(input).filter(([, value]) => !(value instanceof File)))
      const has_file = Object.keys(texts).length < Object.keys(input).length
      expect(texts).toEqual(onTheWire(call, typed, has_file || request?.method === 'GET'))
      expect(request_id !== undefined).toBe(call.kind === 'propose' || call.once === true)
      // The answer is drawn, whatever is in it.
      const drawn =
        call.kind === 'read' && fileTypeOf(call) === null ? 'section[aria-label="Answer"]' : 'main h2'
      await expect.poll(() => container.querySelector(drawn)).not.toBeNull()
      // What an act that is done answers is drawn by the same few parts.
      if (index === 0 && call.kind === 'read') expect(await accessibilityFaults(container)).toEqual([])
      container.remove()
    }
  })

  test('refuses what the schema refuses, at the field, and sends nothing [proof 1231]', async () => {
    const [good = {}] = typedInputs(call, 1)
    const fields = formFieldsOf(call).filter(({ kind, wire }) => wire !== 'file' && kind !== 'document')
    const sent = answerOffice({})
    const { form } = await opened(call)
    await fillIn(form, call, good)
    for (const field of fields) {
      for (const wrong of wrongFor(call, field)) {
        fill(form, field.name, wrong)
        sent.length = 0
        form.requestSubmit()
        expect(wrongIn(form), `${field.name}: ${wrong.slice(0, 30)}`).toContain(field.name)
      }
      fill(form, field.name, asTyped(field, good[field.name] ?? ''))
    }
    expect(sent).toEqual([])
  })
})

test.each(ACTS.filter((call) => formFieldsOf(call).length === 0))(
  '$name, which asks for nothing, is drawn with its answer, with nothing that axe finds [proof 1325]',
  async (call) => {
    const [reply] = repliesOf(call)
    answerOffice({ [call.name]: reply ?? null })
    const container = await startConsole({ at: `/acts/${call.name}` })
    // What is read is answered at once; what is done waits for a hand.
    const is_read = call.kind === 'read'
    const drawn = is_read ? 'section[aria-label="Answer"]' : 'main form'
    await expect.poll(() => container.querySelector(drawn)).not.toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
    if (!is_read) {
      container.querySelector<HTMLFormElement>('main form')?.requestSubmit()
      await expect.poll(() => container.querySelector('main h2')).not.toBeNull()
    }
    container.remove()
  },
)

test('control: a balance that a form takes and no statement has is found, and an amount that is not of the closed list', async () => {
  const call = FORMS.find(({ name }) => name === 'place-hold')
  if (!call) throw new Error('there is no form of place-hold')
  const { form } = await opened(call)
  const planted = document.createElement('input')
  planted.name = 'balance'
  form.append(planted)
  expect(strayIn(form, call)).toEqual(['balance'])
  const elsewhere = { ...call, name: 'correct-customer' }
  expect(strayIn(form, elsewhere)).toEqual(['amount', 'balance'])
})

/** Controls of a form that its statement does not have, and amounts in it that are not of those that staff may type. */
function strayIn(form: HTMLFormElement, call: StaffCall): string[] {
  const fields = formFieldsOf(call)
  const controls = [...form.elements].flatMap((control) => control.getAttribute('name') ?? [])
  return controls.filter((name) => {
    const field = fields.find((each) => each.name === name)
    return !field || (field.kind === 'amount' && !Object.hasOwn(TYPED_AMOUNTS, `${call.name} ${name}`))
  })
}

/** What the office may answer. */
function repliesOf(call: StaffCall): Reply[] {
  const type = fileTypeOf(call)?.replace('*', 'plain')
  if (type === undefined) return answersOf(call, 2).map(success)
  return [{ code: 200, msg: 'success', data: {}, file: new Blob(['content'], { type }) }]
}

/** Missing, beyond a bound, and of another kind. */
const WRONG_MAX = 3

/**
 * Of the inputs that all faces are tried with, texts of a field that its control can hold and the schema refuses
 * (`apps/api/src/server/office/three-faces.test.ts` tries all of them against the other faces).
 */
function wrongFor(call: StaffCall, { name, kind }: Field): string[] {
  const is_typed = !['choice', 'flag', 'day', 'month', 'moment'].includes(kind)
  const wrong = faceInputs(call).flatMap(({ field, typed }) => {
    const text = typed[name] ?? ''
    if (field !== name || (text !== '' && !is_typed)) return []
    const sent = inputOf(fieldsOf(call.request), typed, (amount) => amount)
    return issuesOf(call, formFieldsOf(call), { ...sent, files: {} }).has(name) ? [text] : []
  })
  return wrong.slice(0, WRONG_MAX)
}
