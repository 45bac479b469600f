import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { onConnection } from '../database/connection.ts'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import { hasHome } from '../database/embedded/location.ts'
import { asSuperuser } from '../database/setup/as-superuser.ts'
import { changePasswords, replaceLogins } from '../database/setup/change-logins.ts'
import {
  connectToGiven,
  refuseWithoutOwnership,
  refuseWithoutRoleRights,
} from '../database/setup/given-server.ts'
import { anotherSecret, secretDigest, secretDigestOf } from '../database/setup/made-with.ts'
import { rolesOf } from '../database/setup/process-roles.ts'
import { connectionOf, DATABASE, givenLogins, groupOf } from '../database/setup/roles.ts'
import { type SecretPlace, settleSecret } from '../database/setup/settle-secret.ts'
import { StartError } from '../database/start-error.ts'
import { waitForTurn } from '../database/turn.ts'
import {
  deriveSecrets,
  dropNextMasterSecret,
  readMasterSecret,
  takeNextMasterSecret,
  writeNextMasterSecret,
} from '../secrets.ts'
import {
  allOrNothing,
  type Change,
  forget,
  hasSealedProposal,
  isConnected,
  keepTokenKeys,
  makeAnew,
  modeOf,
  noteChange,
  resealAll,
} from './reseal.repository.ts'

const SECRET_LENGTH_MIN = 32

/** How far a change has got; one that is cut off after any of these can be run again. */
export type Step = 'written' | 'sealed' | 'committed'

/** A secret's place and its new value; null if the program makes its own. */
export interface WantedChange extends SecretPlace {
  new_secret: string | null
}

/**
 * Changes the master secret of a program that is not running: reseals everything sealed and rewrites everything
 * derived from the secret, in one transaction. Replaces a secret that the program made itself by a generated one;
 * otherwise `SECRET` and `NEW_SECRET` name both. Returns how many texts were resealed; calls `reached` at each step.
 * Throws `StartError`, with nothing changed, if the program runs, or either secret is wrong.
 */
export async function changeSecret(wanted: WantedChange, reached: Reached = () => {}): Promise<number> {
  refuseUnfit(wanted)
  await settleSecret(wanted)
  const { data_dir, given_secret, new_secret } = wanted
  const old = given_secret ?? readMasterSecret(data_dir)
  if (old === null)
    throw new StartError(
      `There is no secret in ${data_dir}; set SECRET and NEW_SECRET, or say by DATA_DIR where it is.`,
    )
  const unlock = await lockDataFolder(data_dir)
  try {
    const next = new_secret ?? writeNextMasterSecret(data_dir)
    const change = { old: deriveSecrets(old), next: deriveSecrets(next) }
    const is_file = new_secret === null
    try {
      await reached('written')
      const sealed = await changeDatabase(wanted, change, reached)
      await reached('committed')
      if (is_file) takeNextMasterSecret(data_dir)
      return sealed
    } catch (error) {
      // Nothing was changed. After any other error the next start asks the database which secret it holds.
      if (is_file && error instanceof StartError) dropNextMasterSecret(data_dir)
      throw error
    }
  } finally {
    await unlock()
  }
}

function refuseUnfit({ data_dir, database_url, given_secret, new_secret }: WantedChange): void {
  if (existsSync(join(data_dir, 'demo.json')))
    throw new StartError(
      `${data_dir} is a demo's, whose people's passwords follow from its secret; begin another demo by DATA_DIR instead.`,
    )
  if (database_url === null && !hasHome(data_dir))
    throw new StartError(`There is no data in ${data_dir} yet; say by DATA_DIR where it is.`)
  if ((given_secret === null) !== (new_secret === null))
    throw new StartError(
      given_secret === null
        ? `NEW_SECRET is set and SECRET is not: the program made its secret itself, and will make the next one; unset NEW_SECRET.`
        : `SECRET is set and NEW_SECRET is not; set NEW_SECRET to at least ${SECRET_LENGTH_MIN} random characters.`,
    )
  if (new_secret === null) return
  if (new_secret.length < SECRET_LENGTH_MIN)
    throw new StartError(
      `NEW_SECRET should be at least ${SECRET_LENGTH_MIN} random characters; what is set is not.`,
    )
  if (new_secret === given_secret) throw new StartError('NEW_SECRET is the same as SECRET; set another one.')
}

type Reached = (step: Step) => void | Promise<void>

async function changeDatabase(
  { data_dir, database_url }: WantedChange,
  change: Change,
  reached: Reached,
): Promise<number> {
  if (database_url !== null)
    return await onConnection(connectToGiven(connectionOf(database_url)), async (client) => {
      await refuseWithoutOwnership(client)
      return await changeIn(client, change, 'given', reached)
    })
  const inside = (client: Client) => changeIn(client, change, 'embedded', reached)
  return await asSuperuser({ data_dir, secret: change.old }, inside, DATABASE)
}

async function changeIn(
  client: Client,
  change: Change,
  kind: 'embedded' | 'given',
  reached: Reached,
): Promise<number> {
  const place = `The database ${client.database} at ${client.host}:${client.port}`
  await waitForTurn(client, 'change')
  const holds = await secretDigestOf(client)
  const mode = holds === null ? undefined : await modeOf(client)
  if (mode === undefined) throw new StartError(`${place} has nothing of the program in it.`)
  if (holds !== secretDigest(change.old)) throw anotherSecret(place)
  const given = givenLogins({ host: '', port: 0, database: '' }, change.old)
  const logins = rolesOf(mode).map((role) => (kind === 'given' ? given[role].user : groupOf(role)))
  const refuseRunning = async () => {
    if (await isConnected(client, logins))
      throw new StartError(`${place} is in use; stop the program, and whoever works at its command line.`)
  }
  await refuseRunning()
  if (kind === 'given') await refuseWithoutRoleRights(client, rolesOf(mode).map(groupOf))
  if (await hasSealedProposal(client))
    throw new StartError(
      `${place} has a proposed account to pay at, which the secret seals; approve, refuse or withdraw it first.`,
    )
  const seal = async () => {
    const sealed = await resealAll(client, change)
    await makeAnew(client, change)
    await forget(client)
    await keepTokenKeys(client, change)
    await noteChange(client, sealed)
    await (kind === 'given' ? replaceLogins : changePasswords)(client, { ...change, mode })
    return sealed
  }
  return await allOrNothing(client, seal, async () => {
    await reached('sealed')
    await refuseRunning()
  })
}
