import { filePath } from '@adtally/contract/operator/fields.ts'
import type { StaffCall } from '@adtally/contract/operator/staff-call.ts'
import * as z from 'zod/mini'

/** Whether a call's input names a path on the program's machine, which means nothing to who sends it from elsewhere. */
export function namesFile({ request }: Pick<StaffCall, 'request'>): boolean {
  return Object.values(request.shape).some((member) => innermost(member) === filePath)
}

function innermost(member: z.core.$ZodType): z.core.$ZodType {
  return member instanceof z.ZodMiniOptional || member instanceof z.ZodMiniNullable
    ? innermost(member._zod.def.innerType)
    : member
}
