import { askOffice, takeFile } from '../../../lib/office.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import type { FormInput } from '../components/field-input.ts'
import { fileTypeOf } from '../components/shown-acts.ts'

/**
 * Asks the office for an act, or for what one shows; what is answered as a file is a `File`. Throws `ApiError`,
 * `ConnectionError`, `UnfitAnswerError`, `PersonLeft`.
 */
export async function askAct(
  call: ShownAct,
  { input, files }: FormInput,
  { request_id, signal }: { request_id?: string; signal?: AbortSignal } = {},
): Promise<unknown> {
  const asked = {
    method: call.kind === 'read' && Object.keys(files).length === 0 ? 'GET' : 'POST',
    name: call.name,
    input: request_id === undefined ? input : { ...input, request_id },
    files,
    signal,
  } as const
  const media_type = fileTypeOf(call)
  if (media_type === null) return await askOffice(call.response, asked)
  const { name } = call
  const content = await takeFile(media_type, asked)
  const ending = content.type.replace(/;.*$/, '').replace(/^.*[/+-]/, '')
  return new File([content], `${name}.${ending}`, { type: content.type })
}
