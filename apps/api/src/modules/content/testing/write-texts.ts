import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../database/make-folder.ts'
import type { Services } from '../../services.ts'

/** Writes texts where `publish-text` reads them; returns the file's path. */
export async function writeTexts({ settings }: Services, texts: unknown): Promise<string> {
  makeFolder(settings.data_dir)
  const path = join(settings.data_dir, 'texts.json')
  await writeFile(path, JSON.stringify(texts))
  return path
}
