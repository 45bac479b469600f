import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs of Debian's `poppler-utils` that inspect PDF files independently of ours. */
export type PdfTool = 'pdftotext' | 'pdfsig' | 'pdffonts'

/** Runs a tool on a file and returns its output. Throws if the tool is missing: `npm test` installs it if it may. */
export function runPdfTool(tool: PdfTool, content: Uint8Array, flags: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-pdf-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, content)
    const after = tool === 'pdftotext' ? ['-'] : []
    const { stdout, stderr, error } = spawnSync(tool, [...flags, path, ...after], {
      encoding: 'utf8',
      cwd: folder,
    })
    if (error) throw new Error(`${tool} is not here (Debian: poppler-utils)`, { cause: error })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}
