import { login } from '@adtally/contract/identity/identity.ts'
import { factorAsked, type PasskeyAnswer, type PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import {
  passkeyAdd,
  passkeyBegin,
  type passkeyRemove,
  secondFactor,
  type secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
} from '@adtally/contract/identity/security.ts'
import { bankCardEdit, checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import * as z from 'zod/mini'
import { fromBase32 } from '../../../testing/from-base32.ts'
import { type Otherwise, SoftwarePasskey } from '../../../testing/office/software-passkey.ts'
import type { TestProgram } from '../../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { FACTOR_PASSWORD } from '../../../testing/worlds/customer-with-factor.ts'
import { readWallClock, totpCode } from '../../operators/index.ts'

/** A named origin for these programs, so that passkeys are accepted. */
export const PASSKEY_ORIGIN = 'https://adtally.example'

const password = FACTOR_PASSWORD
const asked = z.object({ reason: z.literal('second_factor_required'), asks: factorAsked })

/** What a refusal for a missing factor asks for. Throws for any other reply. */
export function asksIn(reply: { data: unknown }) {
  return z.parse(asked, reply.data).asks
}

/** The passkey's question in a refusal for a missing factor. Throws where there is none. */
export function questionIn(reply: { data: unknown }): PasskeyQuestion {
  const { passkey } = asksIn(reply)
  if (!passkey) throw new Error('no question')
  return passkey
}

export interface Proof {
  second_factor?: string
  passkey?: PasskeyAnswer
}

/** A customer with a passkey and a beneficiary. */
export interface Holder extends BuiltCustomer {
  device: SoftwarePasskey
  options: { token: string }
  beneficiary_id: string
  recovery_codes: string[]
}

const codes = z.object({ recovery_codes: z.array(z.string()) })

/** Calls that require a factor. */
type Changing =
  | typeof passkeyRemove
  | typeof secondFactorAtSignIn
  | typeof passkeyBegin
  | typeof secondFactorBegin

/** Acts of customers with passkeys, on a program at `PASSKEY_ORIGIN`. */
export class PasskeyWorld {
  readonly #program: TestProgram

  constructor(program: TestProgram) {
    this.#program = program
  }

  /** Makes a passkey on a device and adds it, with the proof that a change requires. */
  async add(who: BuiltCustomer, device: SoftwarePasskey, proof: Proof = {}) {
    const options = { token: who.token }
    const begun = await this.#program.call(passkeyBegin, { password, ...proof }, options)
    if (begun.code !== 200) return begun
    const input = { name: 'Phone', made: device.make(begun.data) }
    return await this.#program.call(passkeyAdd, input, options)
  }

  /** A customer with a beneficiary, and a passkey as their only factor. */
  async holder(built?: BuiltCustomer): Promise<Holder> {
    const who = built ?? (await buildCustomer(this.#program.services))
    const options = { token: who.token }
    await this.#program.call(setPassword, { password }, options)
    const beneficiary_id = await this.bind(who, 'DE89370400440532013000')
    const device = new SoftwarePasskey(PASSKEY_ORIGIN)
    const { data } = await this.add(who, device)
    return { ...who, device, options, beneficiary_id, recovery_codes: z.parse(codes, data).recovery_codes }
  }

  async bind(who: BuiltCustomer, account_number: string): Promise<string> {
    const beneficiary = {
      kind: 'bank_account',
      bank_name: 'Bank',
      beneficiary_name: 'Some One',
      account_number,
    } as const
    const { data } = await this.#program.call(bankCardEdit, { beneficiary, password }, { token: who.token })
    return data.beneficiary_id
  }

  /** Requests a grant for a withdrawal. */
  async grant({ beneficiary_id, options }: Holder, proof: Proof = {}, amount = '5.00') {
    return await this.#program.call(checkPassword, { password, amount, beneficiary_id, ...proof }, options)
  }

  /** `granted`, or why not. */
  async outcome(who: Holder, proof: Proof, amount?: string): Promise<string> {
    const { data } = await this.grant(who, proof, amount)
    return data.reason ?? (data.grant ? 'granted' : 'nothing')
  }

  /** As `outcome`, with an answer to a new question. */
  async answered(who: Holder, otherwise: Otherwise = {}, device = who.device): Promise<string> {
    return await this.outcome(who, { passkey: device.answer(questionIn(await this.grant(who)), otherwise) })
  }

  async signIn({ username, password: login_password }: BuiltCustomer, proof: Proof = {}) {
    return await this.#program.call(login, { username, password: login_password, ...proof })
  }

  /** The state that the security page shows. */
  async stateOf({ token }: { token: string }) {
    return (await this.#program.call(secondFactor, {}, { token })).data
  }

  /** A passkey's proof for a change. */
  async proofFor(who: Holder, call: Changing, more: Record<string, unknown> = {}): Promise<Proof> {
    const input = z.parse(call.request, { password, ...more })
    const reply = await this.#program.call(call, Object(input), who.options)
    return { passkey: who.device.answer(questionIn(reply)) }
  }

  /** Adds an app for a passkey's holder; returns a function for its codes. */
  async addApp(who: Holder): Promise<() => Promise<string>> {
    const proof = await this.proofFor(who, secondFactorBegin)
    const begun = await this.#program.call(secondFactorBegin, { password, ...proof }, who.options)
    const secret = fromBase32(begun.data.secret)
    const shows = async (ahead: number) => {
      const now = await this.#program.services.database.transaction({ kind: 'system' }, readWallClock)
      return totpCode(secret, BigInt(Math.floor(now.getTime() / 30_000) + ahead))
    }
    await this.#program.call(secondFactorConfirm, { code: await shows(-1) }, who.options)
    return () => shows(0)
  }

  /** The audit log's acts on a customer's factor, in order. */
  async auditOf(customer_id: string): Promise<string[]> {
    const rows = await this.#program.db.asOwner<{ action: string }>(
      `select action from audit.entries where customer_id = $1 and action ~ '^(passkey|second_factor)' order by sequence`,
      [customer_id],
    )
    return rows.map(({ action }) => action)
  }
}
