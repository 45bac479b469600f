import type { FOLLOW_END_REASONS } from '@adtally/contract/plans/follow.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Generated } from 'kysely'
import type { Fixed } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'follows.leader_fees': LeaderFeeTable
    'follows.relations': RelationTable
    'follows.drafts': DraftTable
    'follows.pairs': PairTable
    'follows.mark_entries': MarkEntryTable
  }
}

export type FollowEndReason = (typeof FOLLOW_END_REASONS)[number]

export interface LeaderFeeTable {
  fee_id: Fixed<string>
  leader_id: Fixed<string>
  fee_percent: Fixed<number>
  proposal_id: Fixed<string>
  set_at: Fixed<Date>
}

export interface RelationTable {
  relation_id: Fixed<string>
  follower_id: Fixed<string>
  leader_id: Fixed<string>
  /** Whole percent of profit above the high-water mark. */
  fee_percent: Fixed<number>
  policy_version: Fixed<number>
  request_id: Fixed<string>
  started_at: Fixed<Date>
  ended_at: Date | null
  end_reason: FollowEndReason | null
}

export interface DraftTable {
  draft_id: Fixed<string>
  relation_id: Fixed<string>
  follower_id: Fixed<string>
  leader_id: Fixed<string>
  leader_plan_id: Fixed<string>
  product_id: Fixed<string>
  duration_days: Fixed<number>
  leader_placed_at: Fixed<Date>
  created_at: Fixed<Date>
  expires_at: Fixed<Date>
  state: Generated<'open' | 'confirmed' | 'dismissed' | 'lapsed'>
  decided_at: Date | null
  /** The follower's own plan. */
  plan_id: string | null
}

export interface PairTable {
  follower_person_id: Fixed<string>
  leader_person_id: Fixed<string>
  first_followed_at: Fixed<Date>
}

/** A pair's high-water mark after a settlement; see migration 190. */
export interface MarkEntryTable {
  follower_person_id: Fixed<string>
  leader_person_id: Fixed<string>
  sequence: Fixed<number>
  plan_id: Fixed<string>
  revision: Fixed<number>
  result_micros: Fixed<Micros>
  cumulative_micros: Fixed<Micros>
  mark_micros: Fixed<Micros>
  fee_micros: Fixed<Micros>
  fee_percent: Fixed<number>
  created_at: Fixed<Date>
}
