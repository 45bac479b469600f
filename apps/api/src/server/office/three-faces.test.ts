import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StaffRole } from '@adtally/contract/enums.ts'
import { fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { isReason } from '@adtally/contract/reasons.ts'
import { afterAll, expect, test } from 'vitest'
import {
  inputOf as formInputOf,
  issuesOf,
} from '../../../../console/src/features/acts/components/field-input.ts'
import { formFieldsOf } from '../../../../console/src/features/acts/components/shown-acts.ts'
import { type FaceInput, faceInputs, SURPLUS } from '../../../../console/src/testing/face-inputs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type StaffVerb, staffVerb } from '../../modules/module.ts'
import { inputOf, readCommandLine, runVerb, verbsOf } from '../../modules/operators/index.ts'
import { askOffice, askOfficeForm, oneOfEachRole, signInOver } from '../../testing/office/office-client.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { methodOf } from '../door/door-route.ts'
import { MODULES } from '../modules.ts'

// One input in ten; the gate tries all of them (e2e/prove/office-matrix.gate.ts).
const STEP = Number(process.env.OFFICE_FACES_STEP ?? 10)

/** What a body here says, which is reached only by input that its statement takes. */
const REACHED = 'request_done'
/** Those of all modules keep their own bodies, which find nothing. */
const TAKEN = new Set(['ok', REACHED, 'proposal_not_found', 'record_not_found'])
const reaching = (verb: StaffVerb) =>
  staffVerb(
    verb,
    async () => {
      throw new Refusal(REACHED)
    },
    verb.proposes,
  )

const program = await testProgram({
  modules: MODULES.map((module) => ({ ...module, verbs: (module.verbs ?? []).map(reaching) })),
})
afterAll(() => program.close())
const VERBS = new Map(verbsOf(program.modules).map((verb) => [verb.name, verb]))
const tokens = new Map<StaffRole, string>()
for (const [role, name] of await oneOfEachRole(program.services))
  tokens.set(role, await signInOver(program, name))
const path = join(mkdtempSync(join(tmpdir(), 'faces-')), 'evidence.txt')
writeFileSync(path, 'content')

/** `taken`, or the reason with the field that it blames. */
type Verdict = string
const FACES = {
  'command line': byCommandLine,
  call: byCall,
  form: byForm,
}

const tokenOf = ({ roles: [role] }: StaffVerb) => (role && tokens.get(role)) ?? ''
const verdictOf = (reason: string, field?: string): Verdict =>
  TAKEN.has(reason) ? 'taken' : `${reason} ${field?.split('.')[0]}`

async function byCommandLine(verb: StaffVerb, { typed, files }: FaceInput): Promise<Verdict> {
  const fields = new Map(fieldsOf(verb.request).map((field) => [field.name, field]))
  const textsOf = (name: string, text: string) => {
    const { wire, kind } = fields.get(name) ?? {}
    // Of a document the command line takes the path.
    if (kind === 'document') return [path]
    return wire === 'texts' ? text.split('\n') : [text]
  }
  const flags = Object.entries(typed).flatMap(([name, text]) =>
    textsOf(name, text).map((value) => `--${flagOf(name)}=${value}`),
  )
  const argv = [verb.name, ...flags, ...files.map((name) => `--${flagOf(name)}=${path}`)]
  const input = inputOf(verb.request, readCommandLine(argv).flags, {})
  try {
    await runVerb(program.services, verb, { session_token: tokenOf(verb) }, input)
    return 'taken'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return verdictOf(error.reason, error.details.field)
  }
}
const flagOf = (name: string) => name.replaceAll('_', '-')

/** As somebody writes a request who knows no form: each text as its schema's own type of JSON, where it can be. */
async function byCall(verb: StaffVerb, { typed, files }: FaceInput): Promise<Verdict> {
  const wires = new Map(fieldsOf(verb.request).map(({ name, wire }) => [name, wire]))
  const input = Object.entries(typed).map(([name, text]): [string, unknown] => {
    const wire = wires.get(name)
    if (wire === 'texts') return [name, text.split('\n')]
    if (wire === 'boolean') return [name, text === 'true' || (text === 'false' ? false : text)]
    return [name, wire === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text]
  })
  return await asked(verb, Object.fromEntries(input), files)
}

/** What the form finds itself it says at the field; anything else it sends. */
async function byForm(verb: StaffVerb, { typed, files }: FaceInput): Promise<Verdict> {
  const fields = formFieldsOf(verb)
  const given = files.map((name): [string, File] => [name, new File(['content'], 'evidence.txt')])
  const sent = formInputOf(fields, { ...typed, ...Object.fromEntries(given) }, (text) => text)
  const [issue] = issuesOf(verb, fields, sent)
  if (issue === undefined) return await asked(verb, sent.input, Object.keys(sent.files))
  const [field, { message }] = issue
  return verdictOf(isReason(message) ? message : 'field_invalid', field)
}

async function asked(
  verb: StaffVerb,
  input: Record<string, unknown>,
  files: readonly string[],
): Promise<Verdict> {
  const token = tokenOf(verb)
  const { data, code } =
    files.length === 0
      ? await askOffice(program, verb.name, input, { method: methodOf(verb), token })
      : await askOfficeForm(program, verb.name, input, files, token)
  return code === 200 ? 'taken' : verdictOf(String(data.reason), data.field)
}

interface Differing {
  act: string
  about: string
  verdicts: Record<string, Verdict>
}

/** Inputs of these acts that not all faces say the same of, and valid ones that they do not take. */
async function differing(verbs: readonly StaffVerb[], step: number, faces: typeof FACES = FACES) {
  const found: Differing[] = []
  let tried = 0
  for (const [row, verb] of verbs.entries()) {
    for (const [column, input] of faceInputs(verb).entries()) {
      if ((row + column) % step !== 0) continue
      tried += 1
      const verdicts: Record<string, Verdict> = {}
      for (const [face, judge] of Object.entries(faces)) {
        // A form has no place for what is not stated.
        if (input.about === SURPLUS && face === 'form') continue
        verdicts[face] = await judge(verb, input)
      }
      const said = new Set(Object.values(verdicts))
      const wanted =
        input.about === 'valid' ? 'taken' : input.about === SURPLUS ? `field_unknown ${SURPLUS}` : null
      if (said.size !== 1 || (wanted !== null && !said.has(wanted)))
        found.push({ act: verb.name, about: input.about, verdicts })
    }
  }
  return { found, tried }
}

test('every act that has a form and a call has its command', () => {
  const names = STAFF_CALLS.map(({ name }) => name)
  expect([...VERBS.keys()].toSorted()).toEqual(names.toSorted())
})

test('the command line, the call and the form take and refuse the same inputs, for the same reason at the same field [proof 1324]', {
  timeout: 900_000,
}, async ({ task }) => {
  const { found, tried } = await differing([...VERBS.values()], STEP)
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan((VERBS.size * 10) / STEP)
  Object.assign(task.meta, { figure: `${tried} inputs of ${VERBS.size} acts` })
})

test('control: a face that takes what the others refuse is found, and one that refuses what they take', async () => {
  const verbs = [...VERBS.values()].filter(({ name }) => name === 'place-hold')
  const lenient = await differing(verbs, 1, { ...FACES, form: async () => 'taken' })
  expect(lenient.found.map(({ about }) => about)).toEqual(expect.arrayContaining(['customer missing']))
  const strict = await differing(verbs, 1, { ...FACES, call: async () => 'field_invalid amount' })
  expect(strict.found.map(({ about }) => about)).toContain('valid')
})
