import type { StaffCall } from '@adtally/contract/operator/staff-call.ts'
import type * as z from 'zod/mini'
import { askOffice } from '../../../lib/office.ts'
import type { FormInput } from '../components/field-input.ts'

/** Asks the office for an act, or for what one shows. Throws `ApiError`, `ConnectionError`, `UnfitAnswerError`, `PersonLeft`. */
export async function askAct(
  call: StaffCall,
  { input, files }: FormInput,
  { request_id, signal }: { request_id?: string; signal?: AbortSignal } = {},
): Promise<z.infer<StaffCall['response']>> {
  return await askOffice(call.response, {
    method: call.kind === 'read' && Object.keys(files).length === 0 ? 'GET' : 'POST',
    name: call.name,
    input: request_id === undefined ? input : { ...input, request_id },
    files,
    signal,
  })
}
