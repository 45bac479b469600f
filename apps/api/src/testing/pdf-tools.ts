import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs of Debian's `poppler-utils`, by which files are looked at from outside. */
export type PdfTool = 'pdftotext' | 'pdfsig' | 'pdffonts'

/** Whether a tool is here; where it is not, says so, since a test that is left out must not look passed. */
export function hasPdfTool(tool: PdfTool): boolean {
  const is_here = spawnSync(tool, ['-v']).error === undefined
  if (!is_here) console.warn(`${tool} is not here (Debian: poppler-utils); what needs it is left out`)
  return is_here
}

/** What a tool prints about a file. */
export function runPdfTool(tool: PdfTool, content: Uint8Array, flags: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-pdf-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, content)
    const after = tool === 'pdftotext' ? ['-'] : []
    const { stdout, stderr } = spawnSync(tool, [...flags, path, ...after], { encoding: 'utf8', cwd: folder })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}
