import { OFFICE_MODES } from '@adtally/contract/enums.ts'
import { because } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { officeMode, setOfficeMode } from './office.repository.ts'

/** `demo-office`: switches the demo's automatic office on or off. */
export const demoOfficeVerb = staffVerb({
  name: 'demo-office',
  summary:
    'Whether the demo’s office acts by itself on what waits, and from now on: --acts by_itself|by_hand (left out: as it is); in a sandbox alone',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'admin'],
  input: z.strictObject({ acts: z.optional(z.enum(OFFICE_MODES, { error: because('field_invalid') })) }),
  run: ({ database, settings }, staff, { acts }) => {
    if (settings.ledger_mode !== 'sandbox') throw new Refusal('sandbox_only')
    return database.transaction({ kind: 'system' }, async (tx) => {
      if (acts !== undefined && (await setOfficeMode(tx, acts))) {
        await audit.byStaff(tx, staff, {
          action: 'demo_office.switched',
          subject: { kind: 'office', id: 'sandbox' },
          details: { acts },
        })
      }
      return { acts: await officeMode(tx) }
    })
  },
})
