import { isDeepStrictEqual } from 'node:util'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import type { OpenStaffCall } from '@adtally/contract/operator/statement/session.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type { PartnerCall } from '@adtally/contract/partner/statement/partner-call.ts'
import { COMMON_STAFF_REASONS } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'
import { bigintAsText } from '../lib/bigint-as-text.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Services } from './services.ts'

/** What of a statement is held against what is done. */
export type Stated =
  | StaffCall
  | (PartnerCall & { approval?: never })
  | (OpenStaffCall & { approval?: never; answers_file?: never })

/** Who does an act, as the audit log names them. */
export interface ActingAs {
  id: string
  role: string
}

/** Looks on while an act is done, and answers what it answers. */
export type ActWatch = (call: Stated, by: ActingAs, run: () => Promise<unknown>) => Promise<unknown>

/**
 * Runs the body of an act; `by` is null where nobody is known yet. In tests `services.act_watch` looks on, and where
 * `services.checks_replies`, a fault takes the place of an answer that is off the act's schema or has a member that it does not
 * state, of a file of another type, and of a refusal that it does not name.
 */
export async function asStated(
  { checks_replies, act_watch }: Pick<Services, 'checks_replies' | 'act_watch'>,
  call: Stated,
  by: ActingAs | null,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const done = () => (act_watch && by ? act_watch(call, by, run) : run())
  if (!checks_replies) return await done()
  const answer = await done().catch((error: unknown) => {
    throw refusalStated(call, error)
  })
  if (answer instanceof Download || call.answers_file !== undefined) return fileStated(call, answer)
  const wire: unknown = JSON.parse(JSON.stringify(answer, bigintAsText) ?? 'null')
  if (!isDeepStrictEqual(z.parse(call.response, wire), wire))
    throw new Error(`${call.name} answers a member that its statement does not name: ${JSON.stringify(wire)}`)
  return answer
}

function fileStated(
  { name, answers_file }: Pick<Stated, 'name' | 'answers_file'>,
  answer: unknown,
): Download {
  const is_stated =
    answer instanceof Download && (answers_file === '*/*' || answers_file === answer.media_type)
  if (!is_stated) throw new Error(`${name} answers another file than its statement says, or none`)
  return answer
}

function refusalStated(call: Stated, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const stated: readonly string[] = [
    ...COMMON_STAFF_REASONS,
    ...call.refusals,
    ...(call.approval?.refusals ?? []),
  ]
  if (stated.includes(error.reason)) return error
  return new Error(`${call.name} refuses ${error.reason}, which its statement does not name`, {
    cause: error,
  })
}
