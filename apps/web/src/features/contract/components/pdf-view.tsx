import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useEffect, useState } from 'react'
import { NotLoaded } from '../../../components/not-loaded.tsx'
import { useWhenConnected } from '../../../lib/device/use-when-connected.ts'
import { loadPdf, type PDFDocumentProxy } from './load-pdf.ts'
import { PdfPage } from './pdf-page.tsx'

const ZOOMS = [1, 1.25, 1.5, 2, 3]

/** A PDF, page below page, with zoom buttons, since the app disables pinching (SPEC §1). */
export default function PdfView({ content }: { content: Uint8Array<ArrayBuffer> }) {
  const t = useMessages('contract')
  const { share } = useFormatters()
  const [pdf, setPdf] = useState<PDFDocumentProxy | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const [step, setStep] = useState(0)
  const zoom = ZOOMS[step] ?? 1

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
  useEffect(() => {
    let close = () => {}
    let is_over = false
    setPdf(null)
    loadPdf(content).then(
      (loaded) => {
        if (is_over) return loaded.close()
        close = loaded.close
        setPdf(loaded.pdf)
      },
      () => !is_over && setPdf('failed'),
    )
    return () => {
      is_over = true
      close()
    }
  }, [content, tries])

  const tryAgain = () => setTries(tries + 1)
  useWhenConnected(pdf === 'failed', tryAgain)
  if (pdf === 'failed') return <NotLoaded onReload={tryAgain} />
  if (!pdf) return <Skeleton className="aspect-[210/297] min-h-[calc(100dvh/var(--page-zoom))] w-full" />
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-end">
        <IconButton
          icon="minus"
          label={t('smaller')}
          aria-disabled={step === 0 || undefined}
          onClick={() => setStep(Math.max(0, step - 1))}
        />
        <span aria-live="polite" className="min-w-14 text-center text-14 tabular-nums">
          {share(zoom)}
        </span>
        <IconButton
          icon="plus"
          label={t('larger')}
          trailing
          aria-disabled={step === ZOOMS.length - 1 || undefined}
          onClick={() => setStep(Math.min(ZOOMS.length - 1, step + 1))}
        />
      </div>
      {/* Focusable, so that a zoomed page can be scrolled by keyboard. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={t('document')}
        className="flex touch-pan-x touch-pan-y flex-col gap-3 overflow-x-auto"
      >
        {numbers.map((number) => (
          <PdfPage key={number} pdf={pdf} number={number} zoom={zoom} />
        ))}
      </section>
    </div>
  )
}
