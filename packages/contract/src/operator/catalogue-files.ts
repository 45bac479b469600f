import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { fileCall } from './staff-call.ts'

export const saveCreative = fileCall({
  name: 'save-creative',
  kind: 'read',
  area: 'catalogue',
  roles: ['content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  summary: 'Save the picture or film of a creative, as it is kept',
  request: z.strictObject({ creative_id: id }),
  /** A picture's or a film's. */
  answers_file: '*/*',
  refusals: ['record_not_found'],
})
