import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from './load-pdf.ts'

interface PdfPageProps {
  pdf: PDFDocumentProxy
  /** Counted from 1. */
  number: number
  /** As a multiple of the available width. */
  zoom: number
}

/** A page as it will be signed, with its text for screen readers. */
export function PdfPage({ pdf, number, zoom }: PdfPageProps) {
  const t = useMessages('contract')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [is_drawn, setIsDrawn] = useState(false)

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let stop = () => {}
    let is_over = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (is_over) return
      const natural = page.getViewport({ scale: 1 })
      const width = (target.parentElement?.clientWidth ?? target.clientWidth) * zoom * window.devicePixelRatio
      const viewport = page.getViewport({ scale: width / natural.width })
      target.width = Math.round(viewport.width)
      target.height = Math.round(viewport.height)
      const task = page.render({ canvas: target, viewport })
      stop = () => task.cancel()
      await task.promise
      setIsDrawn(true)
      const { items } = await page.getTextContent()
      if (!is_over) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    draw().catch(() => {})
    return () => {
      is_over = true
      stop()
    }
  }, [pdf, number, zoom])

  return (
    <section aria-label={t('page', { page: number, pages: pdf.numPages })}>
      <canvas
        ref={canvas}
        aria-hidden
        data-drawn={is_drawn}
        className="mx-auto block aspect-[210/297] bg-white shadow-raised"
        style={{ width: `${zoom * 100}%` }}
      />
      <p className="sr-only">{text}</p>
    </section>
  )
}
