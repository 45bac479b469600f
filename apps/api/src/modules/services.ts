import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { RoleDatabases } from '../database/setup/process-roles.ts'
import type { Clock } from '../database/time/clock.ts'
import type { Settings } from '../settings.ts'
import type { AcceptorsEngine } from './acceptors/index.ts'
import type { ActWatch } from './as-stated.ts'
import type { Authenticator } from './authenticator.ts'
import type { BankConnector } from './bank/index.ts'
import type { TextStore } from './content/index.ts'
import type { ContractEngine } from './contracts/index.ts'
import type { StandingReader } from './customer-standing.ts'
import type { DeliveryNode } from './delivery/index.ts'
import type { FileStore } from './files/index.ts'
import type { FollowsEngine } from './follows/index.ts'
import type { IdentityEngine } from './identity/index.ts'
import type { LedgerWriter } from './ledger/index.ts'
import type { NoticesEngine } from './notices/index.ts'
import type { ProvedPasswords } from './operators/index.ts'
import type { PlansEngine } from './plans/index.ts'
import type { PolicyStore } from './policies/index.ts'
import type { ServiceEngine } from './service/index.ts'
import type { StatisticsAnswers } from './statistics/index.ts'
import type { Causes } from './wallet/index.ts'
import type { WebPushEngine } from './webpush/index.ts'

/** What is there before any module. */
export interface BaseServices {
  /** As the process role that acts: `asRole` gives the services of another one. */
  readonly database: Database
  readonly databases: RoleDatabases
  readonly clock: Clock
  readonly settings: Settings
  readonly log: Logger
  /** Whether every reply is held against the contract, so that one off its schema fails: in tests. */
  readonly checks_replies: boolean
}

/**
 * What actions work with, passed explicitly: made once at start-up, all of it, by `createServices`. What a module has in
 * memory is a member of this list; nothing merges into it.
 */
export interface Services extends BaseServices {
  /** Looks on while staff and partners' people act: in tests. */
  readonly act_watch?: ActWatch
  readonly ledger: LedgerWriter
  readonly policies: PolicyStore
  readonly identity: IdentityEngine
  /** Who is behind a token; identity's. */
  readonly sessions: Authenticator
  /** What proves the passwords of staff; operators'. */
  readonly staff_passwords: ProvedPasswords
  /** The same of partners' people. */
  readonly partner_passwords: ProvedPasswords
  /** Where the bytes of uploaded images lie. */
  readonly files: FileStore
  /** The bank that the program asks and orders by itself; null where people do. */
  readonly bank: BankConnector | null
  readonly causes: Causes
  readonly plans: PlansEngine
  readonly statistics: StatisticsAnswers
  readonly delivery: DeliveryNode
  readonly notices: NoticesEngine
  readonly content: TextStore
  readonly service: ServiceEngine
  readonly webpush: WebPushEngine
  readonly follows: FollowsEngine
  readonly standing: StandingReader
  readonly acceptors: AcceptorsEngine
  readonly contracts: ContractEngine
}
