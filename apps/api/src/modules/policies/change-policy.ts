import { policyPropose, unpricedPolicyPropose } from '@adtally/contract/operator/house/policies.ts'
import type { Approval } from '@adtally/contract/operator/statement/staff-call.ts'
import * as z from 'zod/mini'
import { publish } from '../../database/outbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import type { FigureName } from './figures.ts'
import { parseSetting } from './parse-setting.ts'
import { figureText, wireName } from './presenter.ts'
import { insertVersion, readVersions } from './repository.ts'
import {
  type Change,
  changeRefusal,
  FIGURE_NAMES,
  isExact,
  isFigureName,
  type StoredVersion,
  worsenedFigures,
} from './rules.ts'

/** The topic of decided versions: `{version, effective_from, worsened}`. */
export const POLICY_DECIDED = 'policies.decided'

function checkChange(versions: readonly StoredVersion[], change: Change, now: Date): StoredVersion {
  const latest = versions.at(-1)
  if (!latest) throw new Refusal('record_not_found')
  const refusal = changeRefusal(latest, change, now)
  if (refusal) throw new Refusal(refusal.reason, { field: refusal.field })
  return latest
}

const payload = z.strictObject({
  changes: z.record(z.string().check(z.refine(isFigureName)), z.string().check(z.regex(/^\d{1,18}$/))),
  effective_from: z.nullable(z.iso.datetime()),
  reason: z.string(),
})

/** Which figures an act may change. Throws `field_invalid` for another. */
type Changeable = (name: FigureName) => boolean
const any: Changeable = () => true

function refuseOthers(changes: Readonly<Record<string, string>>, may_change: Changeable): void {
  const other = FIGURE_NAMES.find((name) => name in changes && !may_change(name))
  if (other !== undefined) throw new Refusal('field_invalid', { field: wireName(other) })
}

/** The approved half: the next version, announced to other modules. */
function changeAct(approval: Approval, may_change: Changeable) {
  return approvedAct(approval, {
    payload,
    facts: async ({ settings: { currency } }, tx, { changes, effective_from }) => {
      const latest = (await readVersions(tx)).at(-1)
      const told = (values: Readonly<Record<string, string | undefined>>) =>
        Object.fromEntries(
          FIGURE_NAMES.filter((name) => name in changes).map((name) => [
            wireName(name),
            figureText(name, values[name], currency),
          ]),
        )
      const [before, after] = [told(latest?.values ?? {}), told(changes)]
      const steps = Object.keys(after).map((name) => `${name} from ${before[name]} to ${after[name]}`)
      const start = effective_from === null ? 'as early as the notice allows' : `on ${effective_from}`
      return { says: `Change the policy ${start}: ${steps.join(', ')}`, before, after }
    },
    apply: async ({ clock }, tx, { changes, effective_from, reason }, { proposal_id }) => {
      refuseOthers(changes, may_change)
      const time = effective_from === null ? null : new Date(effective_from)
      const latest = checkChange(await readVersions(tx), { changes, effective_from: time }, clock.now())
      const values = { ...latest.values, ...changes }
      const version = latest.version + 1
      const takes_effect = await insertVersion(tx, {
        version,
        values,
        effective_from: time,
        proposal_id,
        reason,
      })
      const decided = {
        version,
        effective_from: takes_effect.toISOString(),
        worsened: worsenedFigures(latest.values, values),
      }
      await publish(tx, POLICY_DECIDED, decided)
      return decided
    },
  })
}

function changeVerb(call: typeof policyPropose | typeof unpricedPolicyPropose, may_change: Changeable) {
  return proposalVerb(call, {
    act: changeAct(call.approval, may_change),
    ask: async (services, tx, { set, effective_from = null, reason }) => {
      const changes = Object.fromEntries(set.map(parseSetting))
      refuseOthers(changes, may_change)
      const time = effective_from === null ? null : new Date(effective_from)
      checkChange(await readVersions(tx), { changes, effective_from: time }, services.clock.now())
      return {
        subject: { kind: 'policy', id: Object.keys(changes).join(', ') },
        payload: { changes, effective_from, reason },
        reason,
      }
    },
  })
}

/** `policy-propose`. */
export const policyProposeVerb = changeVerb(policyPropose, any)

/** `propose-unpriced-policy`: admins set no amount and no share of one. */
export const unpricedPolicyProposeVerb = changeVerb(unpricedPolicyPropose, (name) => !isExact(name))
