import { demoOffice } from '@adtally/contract/operator/house/sandbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { officeMode, setOfficeMode } from './office.repository.ts'

/** `demo-office`: switches the demo's automatic office on or off. */
export const demoOfficeVerb = staffVerb(demoOffice, ({ database, settings }, staff, { acts }) => {
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
})
