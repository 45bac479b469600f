import { afterAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { auditModule } from '../../audit/index.ts'
import { authenticateStaff, initialiseStaff, operatorsModule, totpCode } from '../index.ts'
import { COMMAND_LINE } from './authenticate-staff.ts'
import { newSessionToken, openFactor } from './credentials.ts'
import { type SignInParameters, signInParameters, trySignIn } from './sign-in.repository.ts'

const PASSWORDS = { ann: 'ann walks by the harbour', bob: 'bob reads in the garden' } as const
type Name = keyof typeof PASSWORDS
const SECRET_COLUMNS =
  'password_key_sealed, password_hash, activation_hashes, factor_sealed, factor_hash, factor_last_step'

const t = await testServices({ modules: [auditModule, operatorsModule], no_staff: true })
afterAll(() => t.close())
const founder = (username: Name) => ({
  username,
  display_name: username,
  password: PASSWORDS[username],
  second_factor: true,
})
await initialiseStaff(t.services, [founder('ann'), founder('bob')])

const system = { kind: 'system' } as const
const parametersOf = (name: Name) =>
  t.services.database.transaction(system, async (tx) => {
    const known = await signInParameters(tx, name)
    if (!known) throw new Error(`there is no ${name}`)
    return known
  })

function factorOf({ staff_id, factor_sealed }: SignInParameters) {
  const factor =
    factor_sealed && openFactor(t.services.settings.secret('staff-second-factor'), staff_id, factor_sealed)
  if (!factor) throw new Error('there is a second factor')
  return factor
}

/** The code of their authenticator app, usable repeatedly as if each half minute were over. */
async function codeOf(name: Name): Promise<string> {
  await t.db.asOwner(
    'with forgotten as (delete from operators.tries) update operators.secrets set factor_last_step = 0',
  )
  const known = await parametersOf(name)
  const step = BigInt(Math.floor(known.wall_time.getTime() / 30_000))
  return totpCode(factorOf(known).totp_secret, step)
}

const signIn = async (name: Name, owner: Name, code: string) =>
  await reasonOf(authenticateStaff(t.services, name, PASSWORDS[owner], code))

/** Copies bob's secrets over ann's as the schema's owner, runs `work`, and restores ann's. */
async function whileCopied<T>(columns: string, work: () => Promise<T>): Promise<T> {
  const set = (from: string) =>
    t.db.asOwner(
      `update operators.secrets set (${columns}) = (select ${columns} from ${from})
       where staff_id = (select staff_id from operators.staff where username = 'ann')`,
    )
  await t.db.asOwner(
    `create table operators.kept as select secrets.* from operators.secrets join operators.staff using (staff_id)
     where username = 'ann'`,
  )
  try {
    await set("operators.secrets join operators.staff using (staff_id) where username = 'bob'")
    return await work()
  } finally {
    await set('operators.kept')
    await t.db.asOwner('drop table operators.kept')
  }
}

describe('the program', () => {
  const COPY = `update operators.secrets as mine set password_hash = theirs.password_hash
    from operators.secrets as theirs where mine.staff_id <> theirs.staff_id`
  test.each([
    COPY,
    'select password_hash from operators.secrets',
    'select factor_sealed from operators.secrets',
    'insert into operators.secrets (staff_id) values (gen_random_uuid())',
    'delete from operators.secrets',
    'select token_hash from operators.sessions',
    'update operators.sessions set seen_at = now()',
    'insert into operators.sessions (staff_id) values (gen_random_uuid())',
    "select operators.open_session(staff, 'a token', 'local', null) from operators.staff",
    "select operators.count_try(username, 'local') from operators.staff",
    "select operators.end_tries(username, 'local', staff, 'right') from operators.staff",
    "select operators.whose_session('a token')",
  ])('can neither read nor write what staff sign in with: %s', async (statement) => {
    await expect(t.db.asProgram(statement)).rejects.toThrow('permission denied')
  })

  test('is refused to copy a password over another’s; the owner, who may, copies what fits nobody else [proof 103]', async () => {
    await expect(t.db.asProgram(COPY)).rejects.toThrow('permission denied')
    expect(await signIn('ann', 'ann', await codeOf('ann'))).toBe('ok')
    const code = await codeOf('ann')
    const tried = await whileCopied('password_key_sealed, password_hash', async () => [
      await signIn('ann', 'bob', code),
      await signIn('ann', 'ann', code),
    ])
    expect(tried).toEqual(['staff_credentials_wrong', 'staff_credentials_wrong'])
    expect(await signIn('ann', 'ann', await codeOf('ann'))).toBe('ok')
  })

  test('control: a proof that names the other one would sign in, were what is kept theirs', async () => {
    const { staff_passwords } = t.services
    const [ann, bob] = [await parametersOf('ann'), await parametersOf('bob')]
    await codeOf('ann')
    const outcome = await whileCopied(SECRET_COLUMNS, async () => {
      const tried = {
        username: 'ann',
        factor_proof: factorOf(bob).factor_proof,
        factor_step: 1n,
        session_token: newSessionToken(),
        ...COMMAND_LINE,
      }
      const judge = async (staff_id: string) => {
        const password_proof = await staff_passwords.proof(staff_id, PASSWORDS.bob, bob.password_key_sealed)
        return await t.services.database.transaction(system, (tx) =>
          trySignIn(tx, { ...tried, password_proof }),
        )
      }
      return [await judge(ann.staff_id), await judge(bob.staff_id)].map((judged) => judged.outcome)
    })
    expect(outcome).toEqual(['wrong', 'right'])
  })

  test('cannot say that a second factor was right, nor is another’s any [proof 104]', async () => {
    const ann = await parametersOf('ann')
    const { staff_id, password_key_sealed } = ann
    const password_proof = await t.services.staff_passwords.proof(
      staff_id,
      PASSWORDS.ann,
      password_key_sealed,
    )
    const judge = (factor_proof: Buffer | null) =>
      t.services.database.transaction(system, (tx) =>
        trySignIn(tx, {
          username: 'ann',
          password_proof,
          factor_proof,
          factor_step: 9_999n,
          session_token: newSessionToken(),
          ...COMMAND_LINE,
        }),
      )
    await codeOf('ann')
    expect(await judge(null)).toMatchObject({ outcome: 'factor_wrong' })
    expect(await judge(Buffer.alloc(32))).toMatchObject({ outcome: 'factor_wrong' })
    const code = await codeOf('bob')
    const tried = await whileCopied('factor_sealed, factor_hash', () => signIn('ann', 'ann', code))
    expect(tried).toBe('second_factor_wrong')
    expect(await judge(factorOf(ann).factor_proof)).toMatchObject({ outcome: 'right' })
  })
})

test('five tries at once are judged, however many come, and the database counts them', async () => {
  await codeOf('ann')
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () =>
      t.services.database.transaction(system, (tx) =>
        trySignIn(tx, {
          username: 'ann',
          password_proof: Buffer.alloc(32),
          factor_proof: null,
          factor_step: null,
          session_token: newSessionToken(),
          ...COMMAND_LINE,
        }),
      ),
    ),
  )
  const judged = Map.groupBy(outcomes, ({ outcome }) => outcome)
  expect(judged.get('wrong')).toHaveLength(5)
  expect(judged.get('locked')).toHaveLength(95)
})
