import { writeFile } from 'node:fs/promises'
import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { codeOf } from '../../database/start-error.ts'
import { staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { readImageAsStaff } from './read-image.ts'

/** `save-image`: writes a customer's image to a file that is not there yet, so that staff can look at it. */
export const saveImageVerb = staffVerb({
  name: 'save-image',
  summary: 'Save an image of a chat or feedback (WebP): --file-id ID --to PATH',
  roles: ['support', 'content', 'risk', 'auditor'],
  input: z.strictObject({ file_id: z.uuid(), to: text(1_000) }),
  run: async (services, staff, { file_id, to }) => {
    const { content, media_type } = await readImageAsStaff(services, staff, file_id)
    await writeFile(to, content, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? new Refusal('record_exists', { field: 'to' }) : error
    })
    return { saved: to, media_type, bytes: content.length }
  },
})
