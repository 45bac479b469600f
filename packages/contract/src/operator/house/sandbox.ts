import * as z from 'zod/mini'
import { OFFICE_MODES } from '../../enums.ts'
import { because } from '../../fields.ts'
import { staffCall } from '../statement/staff-call.ts'

export const demoOffice = staffCall({
  name: 'demo-office',
  title: 'Show or set the demo’s office',
  kind: 'act',
  area: 'sandbox',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'admin'],
  summary:
    'Whether the demo’s office acts by itself on what waits, and whether it does from now on; in a sandbox alone',
  note: 'without acts it stays as it is',
  request: z.strictObject({ acts: z.optional(z.enum(OFFICE_MODES, { error: because('field_invalid') })) }),
  response: z.object({ acts: z.enum(OFFICE_MODES) }),
  refusals: ['sandbox_only'],
})
