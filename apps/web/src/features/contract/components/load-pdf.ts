import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker_address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy }

let address: string | null = null

/** The only policy that may create the PDF worker's address, and no other (HOUSE: Trusted Types). */
function trustedAddress(): string {
  if (address !== null) return address
  const rules = { createScriptURL: () => worker_address }
  const policy = window.trustedTypes?.createPolicy('pdf-worker', rules)
  address = policy ? policy.createScriptURL(worker_address) : worker_address
  return address
}

/** Opens a PDF in a worker of its own; returns it with a function that closes both. Rejects if the bytes are not a PDF. */
export async function loadPdf(
  content: Uint8Array<ArrayBuffer>,
): Promise<{ pdf: PDFDocumentProxy; close(): void }> {
  const port = new Worker(trustedAddress(), { type: 'module' })
  const worker = PDFWorker.create({ port })
  // A copy, because the bytes are transferred to the worker.
  const task = getDocument({ data: content.slice(), worker, useWasm: false, useSystemFonts: false })
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    return { pdf: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}
