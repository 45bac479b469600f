import {
  checkPassword,
  property,
  withdraw,
  withdrawCancel,
  withdrawList,
} from '@adtally/contract/money/wallet.ts'
import { formatAmount, type Micros, parseAmount, proportion } from '@adtally/money/money.ts'
import { newId } from '../../../database/identifiers.ts'
import { type Act, ask, type Scene } from '../scene.ts'

const UNIT = 1_000_000n

/** Withdraws part of what is available, with a grant; now and then asks for more than there is. */
const askFor: Act = {
  name: 'withdrawal',
  weight: 7,
  async run(scene) {
    const { world, person, random } = scene
    const { beneficiary_id } = person
    if (beneficiary_id === null) return 'no beneficiary'
    const { data } = await world.call(person, property, {})
    const available: Micros = parseAmount(data.available_balance) ?? 0n
    const percent = BigInt(random.pick([10, 25, 50, 100, 110]))
    const amount_micros = proportion(available, percent, 100n)
    if (amount_micros < 2n * UNIT) return 'too little'
    const amount = formatAmount(amount_micros)
    const { pin: password } = person
    const checked = await world.call(person, checkPassword, { password, amount, beneficiary_id })
    const grant = checked.data?.grant
    if (!grant) return checked.reason
    const { reason } = await ask(scene, withdraw, { amount, beneficiary_id, grant }, { amount: '1.000001' })
    return reason || 'asked'
  },
}

/** Cancels a withdrawal while that is possible. */
const cancel: Act = {
  name: 'withdrawal taken back',
  weight: 1,
  async run({ world, person, random }: Scene) {
    const { data } = await world.call(person, withdrawList, {})
    const open = data.items?.filter(({ status }) => status !== 'confirmed' && status !== 'ended') ?? []
    if (open.length === 0) return 'none'
    const { withdrawal_id } = random.pick(open)
    const once = (device: number) =>
      world.call(person, withdrawCancel, { request_id: newId(), withdrawal_id }, device)
    const [one] = await Promise.all([once(0), once(1)])
    return one.reason || 'taken back'
  },
}

export const WITHDRAWAL_ACTS: readonly Act[] = [askFor, cancel]
