import * as z from 'zod/mini'
import { because } from '../../fields.ts'
import type { Reason } from '../../reasons.ts'
import { ofKind } from './field-kinds.ts'

/** A file that somebody gave with what they ask for: named on a command line, or chosen in a form. */
export class GivenFile {
  /** What it is called where it comes from, which says nothing of what is in it. */
  readonly name: string
  /** How long it is said to be; whoever reads it asks again as they read. */
  readonly bytes: number
  /** Its content from the first byte on, as often as it is asked for. */
  readonly open: () => AsyncIterable<Uint8Array>

  constructor({ name, bytes, open }: Pick<GivenFile, 'name' | 'bytes' | 'open'>) {
    this.name = name
    this.bytes = bytes
    this.open = open
  }
}

/** A file: a path on a command line, a part of a form over HTTP. */
export const fileInput = z.instanceof(GivenFile, { error: because('field_invalid') })

/** PRODUCT §2.9: how long a file may be that an act stands on. */
export const EVIDENCE_BYTES_MAX = 20_000_000

/** What a file may be that an act stands on; it is told by its bytes. */
export const EVIDENCE_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
] as const
export type EvidenceType = (typeof EVIDENCE_TYPES)[number]

/** What an act stands on, as a file that is kept sealed with it and opened by those who decide on it. */
export const evidenceFile = ofKind(
  'evidence_file',
  z.instanceof(GivenFile, { error: because('field_invalid') }),
  { bytes_max: EVIDENCE_BYTES_MAX },
)

/** The refusals of every act that takes an `evidenceFile`. */
export const EVIDENCE_REFUSALS = [
  'file_unreadable',
  'file_too_large',
  'file_empty',
  'evidence_type_unknown',
  'evidence_type_differs',
] as const satisfies readonly Reason[]

/** The fields of a request that take a file. */
export function fileFieldsOf(request: z.ZodMiniObject): string[] {
  return Object.entries(request.shape).flatMap(([name, field]) => (takesFile(field) ? [name] : []))
}

/** Whether a field takes a file, whether or not it may be left out. */
export function takesFile(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodMiniOptional
    ? takesFile(field._zod.def.innerType)
    : field === fileInput || field === evidenceFile
}

/** A file that is answered: an attachment over HTTP, and written where `--out` says on a command line. */
export class Download {
  /** What to call it: a name without a folder. */
  readonly file_name: string
  /** Such as `image/webp`. */
  readonly media_type: string
  readonly content: Uint8Array

  constructor({ file_name, media_type, content }: Pick<Download, 'file_name' | 'media_type' | 'content'>) {
    this.file_name = file_name
    this.media_type = media_type
    this.content = content
  }
}

/** What an act answers that answers a file. */
export const download = z.instanceof(Download)
