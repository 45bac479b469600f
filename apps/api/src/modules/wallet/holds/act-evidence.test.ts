import { createHash } from 'node:crypto'
import { Download, type GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { openBytes } from '../../../lib/sealed-text.ts'
import { LETTER } from '../../../testing/office/letter.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf, refusalOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { fileOf } from '../../given-file.ts'
import type { Staff } from '../../module.ts'
import { EVIDENCE_SEAL } from '../../operators/index.ts'
import { bankDesk } from '../testing/bank-desk.ts'

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const office = await desk.office()
const staff = await buildStaff(t.services)
const { maker, checker } = staff
const auditor = await joinStaff(t.services, staff, { username: 'auditor', roles: ['auditor'] })
const support = await joinStaff(t.services, staff, { username: 'support', roles: ['support'] })
const other_maker = await joinStaff(t.services, staff, { username: 'other', roles: ['finance_maker'] })
const customer = await desk.customer('100.00')

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 7)])
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A proposal that stands on a file: whom the platform pays. */
function account(evidence_file: unknown, request_id: string = newId()) {
  const flags = { payee_kind: 'platform', account_number: 'DE89370400440532013000', reason: 'Seen' }
  return office.run('set-payee-account', { ...flags, evidence_file, request_id })
}
function hold(evidence_file: GivenFile, request_id: string = newId()) {
  const theft = { reason: 'account_theft', amount: '1.00', evidence: 'A call', report: 'Message 1' }
  return office.run('place-hold', { customer: customer.customer_id, ...theft, evidence_file, request_id })
}
/** Takes the maker's open proposal back, so that there can be another. */
async function takeBack({ proposal_id }: Record<string, unknown>) {
  await office.run('refuse-proposal', { proposal_id, reason: 'A test' })
}
async function evidenceOf(proposal_id: unknown): Promise<Record<string, unknown>> {
  const { evidence } = await office.run('show-proposal', { proposal_id })
  const [file] = Object.values(Object(evidence))
  return Object(file)
}
const open = (evidence_id: unknown, by: Staff) => office.save('open-evidence', { evidence_id }, by)
const kept = () =>
  t.db.asOwner<{ file_id: string; sha256: string; bytes: number; sealed: Buffer }>(
    `select file_id, encode(sha256, 'hex') as sha256, bytes, sealed from operators.evidence_files`,
  )
const audited = async (action: string) =>
  await t.db.asOwner<{ actor_name: string; subject_id: string; details: object }>(
    'select actor_name, subject_id, details from audit.entries where action = $1 order by sequence',
    [action],
  )

test('what an act stands on is kept sealed, bound to its row, with the act; who decides on it opens it, the audit has that, and nobody else does [proof 1300]', async () => {
  const proposed = await account(fileOf('extract.pdf', PDF))
  const evidence = await evidenceOf(proposed.proposal_id)
  const { evidence_id } = evidence
  expect(evidence).toEqual({
    ...{ evidence_id: expect.any(String), name: 'extract.pdf', media_type: 'application/pdf' },
    ...{ bytes: PDF.length, sha256: sha256(PDF) },
  })
  const row = (await kept()).find((file) => file.sha256 === sha256(PDF))
  if (!row) throw new Error('nothing is kept')
  expect(row.sealed.includes(PDF.subarray(0, 100))).toBe(false)
  const key = t.services.settings.secret(EVIDENCE_SEAL)
  expect(openBytes(key, row.file_id, row.sealed)).toEqual(PDF)
  expect(() => openBytes(key, newId(), row.sealed), 'control: another row’s').toThrow()

  for (const by of [checker, auditor, maker]) {
    const opened = await open(evidence_id, by)
    expect(opened).toBeInstanceOf(Download)
    expect([opened.file_name, opened.media_type]).toEqual(['extract.pdf', 'application/pdf'])
    expect(Buffer.from(opened.content)).toEqual(PDF)
  }
  for (const by of [support, other_maker])
    expect(await reasonOf(open(evidence_id, by))).toBe('staff_role_missing')
  expect(await reasonOf(open(newId(), checker))).toBe('record_not_found')
  expect(
    (await audited('evidence.opened')).map(({ actor_name, subject_id }) => [actor_name, subject_id]),
  ).toEqual(['checker', 'auditor', 'maker'].map((name) => [name, evidence_id]))

  // Control: where the database does not ask who it is, whoever asks has it.
  const undoing = await plant(t.db.asOwner, [
    { routine: 'operators.open_evidence', from: 'if given.given_by = person.staff_id', to: 'if true' },
  ])
  expect(await reasonOf(open(evidence_id, other_maker))).toBe('ok')
  for (const undo of undoing) await t.db.asOwner(undo)
  await takeBack(proposed)
})

test('evidence of 0 bytes, of more than 20 MB, of a type that is none or that lies is refused, and nothing is kept [proof 1301]', async () => {
  const before = (await kept()).length
  const refusals: [name: string, content: string | Buffer, reason: string][] = [
    ['empty.pdf', '', 'file_empty'],
    ['program.exe', Buffer.from('MZ\u0000\u0001'), 'evidence_type_unknown'],
    ['letter.txt', Buffer.from([0x68, 0x69, 0x00]), 'evidence_type_unknown'],
    ['letter.txt', Buffer.from([0xff, 0xfe, 0x68]), 'evidence_type_unknown'],
    ['page.pdf', '<html><script>alert(1)</script>', 'evidence_type_differs'],
    ['picture.png', PDF, 'evidence_type_differs'],
    ['letter.txt', PDF, 'evidence_type_differs'],
    ['letter.pdf.exe', PDF, 'evidence_type_differs'],
    ['large.txt', Buffer.alloc(20_000_001, 'a'), 'file_too_large'],
  ]
  for (const [name, content, reason] of refusals)
    expect(await refusalOf(account(fileOf(name, content))), name).toMatchObject({
      ...{ reason, details: { field: 'evidence_file' } },
    })
  // Whatever it is said to be: what comes is counted.
  const lying = fileOf('large.txt', Buffer.alloc(20_000_001, 'a'))
  expect(await reasonOf(account(Object.assign(lying, { bytes: 1 })))).toBe('file_too_large')
  expect(await reasonOf(account(sha256('a typed hash'))), 'a typed hash').toBe('field_invalid')
  expect(await reasonOf(account(undefined))).toBe('field_required')
  expect(await kept()).toHaveLength(before)
  // Control: as large as may be, and a name without an ending says nothing.
  const proposed = await account(fileOf('scan', Buffer.concat([PDF, Buffer.alloc(20_000_000 - PDF.length)])))
  expect(await evidenceOf(proposed.proposal_id)).toMatchObject({ bytes: 20_000_000 })
  await takeBack(proposed)
})

test('the same request with another file is another request; with the same it is answered by the first [proof 1302]', async () => {
  const request_id = newId()
  const first = await hold(LETTER, request_id)
  expect((await hold(LETTER, request_id)).proposal_id).toBe(first.proposal_id)
  expect(await reasonOf(hold(fileOf('letter.txt', 'Another letter'), request_id))).toBe('request_id_reused')
  expect(await reasonOf(hold(fileOf('letter.txt', 'Another letter')))).toBe('proposal_open')
  await takeBack(first)
})

test('two people agree on the file by its hash, which the act keeps; the same content is kept once [proof 1303]', async () => {
  const [first, second] = [await account(LETTER), await hold(fileOf('call.txt', 'What the bank has written'))]
  const of = await Promise.all([first, second].map(({ proposal_id }) => evidenceOf(proposal_id)))
  expect(of.map(({ name, sha256: hash }) => [name, hash])).toEqual([
    ['letter.txt', sha256('What the bank has written')],
    ['call.txt', sha256('What the bank has written')],
  ])
  expect((await kept()).filter((file) => file.sha256 === sha256('What the bank has written'))).toHaveLength(1)
  const shown = await office.run('show-proposal', { proposal_id: first.proposal_id })
  expect(Object(shown.after).evidence_file).toBe(`SHA-256 ${sha256('What the bank has written')}`)
  for (const { proposal_id } of [first, second]) await office.check('approve', { proposal_id })
  const [placed] = await office.list('list-holds')
  expect(placed?.document_hash).toBe(sha256('What the bank has written'))
  // Where a reason stands on an order, words alone are none.
  const order = { reason: 'court_order', amount: '1.00', evidence: 'Order', authority: 'District court' }
  expect(
    await refusalOf(office.run('place-hold', { customer: customer.customer_id, ...order })),
  ).toMatchObject({ reason: 'field_required', details: { field: 'evidence_file' } })
})

test('one person’s act keeps its file too, for those who may do the act [proof 1304]', async () => {
  const { hold_id } = await office.decide('place-hold', {
    ...{ customer: customer.customer_id, reason: 'account_theft', amount: '2.00' },
    ...{ evidence: 'A call', report: 'Message 2' },
  })
  const evidence_file = fileOf('explained.csv', '=HYPERLINK("https://evil.example")')
  await office.run('release-hold', { hold_id, reason: 'Explained', evidence_file })
  const { items } = await office.run('list-evidence', { subject_id: hold_id }, auditor)
  const [listed] = Object.values(Object(items))
  expect(listed).toMatchObject({
    ...{ action: 'hold.released', subject_id: hold_id, proposal_id: null, given_by: 'maker' },
    ...{ name: 'explained.csv', media_type: 'text/plain' },
  })
  const { evidence_id } = Object(listed)
  // Given for a table, it is opened as a text, whose cells are no formulas.
  expect((await open(evidence_id, checker)).file_name).toBe('explained.csv.txt')
  for (const by of [checker, auditor, other_maker]) expect(await reasonOf(open(evidence_id, by))).toBe('ok')
  expect(await reasonOf(open(evidence_id, support)), 'support releases no hold').toBe('staff_role_missing')
})

test('nothing is added to an act later, or changed, and no login reads what is sealed by itself [proof 1305]', async () => {
  const proposed = await account(LETTER)
  const ids = { token: maker.session_token, proposal: String(proposed.proposal_id), id: newId() }
  const asOffice = (statements: string) => saidByLogin(t.db.logins.office, statements, ids)
  const keep = (proposal: string, action: string) =>
    `select operators.keep_evidence('<token>', '<id>', '<id>', 'a', 'text/plain', 1, sha256('a'),
      decode(repeat('00', 29), 'hex'), ${proposal}, '${action}', 'platform', 'x', '{risk}')`
  expect(await asOffice(keep("'<proposal>'", 'payee-account.set.proposed'))).toMatch(/kept with the act/)
  expect(await asOffice(keep('null', 'hold.released'))).toMatch(/kept with the act/)
  // Control: in the transaction of the act it is taken.
  const act = `select audit.append_staff_act('<token>', 'hold.released', 'platform', 'x', null, 'test', '{}')`
  expect(await asOffice(`${act}; ${keep('null', 'hold.released')}`)).toBe('done')
  for (const statement of [
    'select sealed from operators.evidence_files',
    "insert into operators.evidence_files values ('<id>', sha256('a'), 'text/plain', 1, 'a')",
    "update operators.evidence set name = 'b'",
    'delete from operators.evidence',
  ])
    expect(await asOffice(statement)).toMatch(/permission denied/)
  await expect(t.db.asOwner('delete from operators.evidence')).rejects.toThrow()
  expect(await saidByLogin(t.db.logins.api, 'select from operators.evidence')).toMatch(/permission denied/)
  await takeBack(proposed)
})
