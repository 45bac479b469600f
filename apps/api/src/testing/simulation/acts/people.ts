import { register } from '@adtally/contract/identity/registration.ts'
import { bankCardEdit, setPassword } from '@adtally/contract/money/wallet.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { depositDetails } from '@adtally/contract/service/service.ts'
import { type Micros, parseAmount } from '@adtally/money/money.ts'
import { newId } from '../../../database/identifiers.ts'
import { transactionPasswordDigest } from '../../worlds/build-customer.ts'
import type { Act, Scene } from '../scene.ts'
import type { Person, World } from '../world.ts'

/** A customer opens an account with a code from staff, sets the transaction password and binds a bank account. */
export async function openAccount(world: World): Promise<Person> {
  const number = world.people.length + 1
  const name = `Person ${number}`
  const document_hash = number.toString(16).padStart(64, '0')
  const { licence_code } = await world.office.run('issue-code', { person_name: name, document_hash })
  const password = `quiet river ${number} stones`
  const form = {
    username: `person-${number}`,
    nickname: `Robin ${number}`,
    password,
    confirm_password: password,
    email: `person-${number}@example.com`,
    phone: '+66812345678',
    licence_key: String(licence_code),
  }
  const { data } = await world.process().call(register, form)
  const [row] = await world.books.rows<{ customer_id: string }>(
    'select customer_id from identity.customers where username = $1',
    [form.username],
  )
  const person: Person = {
    customer_id: row?.customer_id ?? '',
    name,
    operated_id: '',
    reference: '',
    pin: transactionPasswordDigest(String(number).padStart(6, '0')),
    beneficiary_id: null,
    token: data.token,
    token_at_ms: world.now.getTime(),
  }
  await world.call(person, setPassword, { password: person.pin })
  person.operated_id = (await world.call(person, assistanceList, {})).data.own.operated_id
  person.reference = (await world.call(person, depositDetails, { request_id: newId() })).data.reference
  await bind(world, person, 'GB82WEST12345698765432')
  world.people.push(person)
  return person
}

async function bind(world: World, person: Person, account_number: string): Promise<void> {
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: person.name,
    account_number,
  } as const
  const { code, data } = await world.call(person, bankCardEdit, { beneficiary, password: person.pin })
  if (code === 200) person.beneficiary_id = data.beneficiary_id
}

/** A deposit arrives: with the reference, with the payer's name alone, or with neither. */
const deposit: Act = {
  name: 'deposit',
  weight: 12,
  async run({ world, random, person }) {
    const known_by = random.pick(['reference', 'reference', 'reference', 'name', 'nothing'] as const)
    const [reference = ''] = await world.bank.tell(world.office, world.now, [
      {
        amount_micros: parseAmount(random.amount(60, 600)) ?? 0n,
        name: known_by === 'nothing' ? 'Nobody Known' : person.name,
        remittance: known_by === 'reference' ? person.reference : 'for my account',
      },
    ])
    const line = await world.office.lineOf(reference)
    if (line === null || known_by === 'nothing') return known_by
    if (known_by === 'reference') {
      // The program proposes large ones; some are left unattended and go back after ten days.
      const [proposal] = await world.books.rows<{ proposal_id: string }>(
        "select proposal_id from operators.proposals where action = 'deposit.book' and subject_id = $1",
        [line],
      )
      if (!proposal || random.chance(15)) return 'left lying'
      await world.office.check('approve', proposal)
      return 'approved'
    }
    const username = `person-${world.people.indexOf(person) + 1}`
    await world.office.decide('match-deposit', { line_id: line, customer: username })
    return known_by
  },
}

/** Binds another account: withdrawals to it wait a day. */
const rebind: Act = {
  name: 'beneficiary',
  weight: 1,
  async run({ world, random, person }: Scene) {
    await bind(world, person, random.pick(['GB82WEST12345698765432', 'DE89370400440532013000']))
    return 'bound'
  },
}

/** A deposit as the bank knows it. */
export interface Deposit {
  deposit_id: string
  amount_micros: Micros
  bank_reference: string
}

/** The bank takes back `amount_micros` (below 0) of a deposit; two people confirm which one. */
export async function takeBack(world: World, deposit: Deposit, amount_micros: Micros): Promise<void> {
  const [reference = ''] = await world.bank.tell(world.office, world.now, [
    { amount_micros, name: 'Nobody Known', remittance: `RECALL ${deposit.bank_reference}` },
  ])
  const [line] = await world.books.rows<{ line_id: string }>(
    'select line_id from wallet.bank_lines where bank_reference = $1',
    [reference],
  )
  const flags = { line_id: line?.line_id, deposit_id: deposit.deposit_id, reason: 'recalled by the payer' }
  await world.office.decide('recall-deposit', flags)
}

/** A bank takes a deposit back: from what is on hold for it, available funds, and the platform's reserve. */
const recall: Act = {
  name: 'deposit recalled',
  weight: 1,
  async run({ world, random, person }: Scene) {
    const [deposit] = await world.books.rows<Deposit>(
      `select deposit_id, deposits.amount_micros, bank_reference from wallet.deposits join wallet.bank_lines using (line_id)
       where customer_id = $1 order by deposit_id desc limit 1`,
      [person.customer_id],
    )
    if (!deposit || random.chance(60)) return 'none'
    await takeBack(world, deposit, -deposit.amount_micros)
    return 'recalled'
  },
}

export const PEOPLE_ACTS: readonly Act[] = [deposit, rebind, recall]
