import { Card } from '@adtally/ui/card.tsx'
import { type ReactNode, useId } from 'react'

interface TitledProps {
  title: ReactNode
  level?: 'h2' | 'h3'
  look?: keyof typeof LOOKS
  className?: string
  children: ReactNode
}

const LOOKS = {
  large: 'text-20 font-semibold',
  strong: 'text-16 font-semibold',
  plain: 'text-14 font-medium',
  muted: 'text-14 font-medium text-muted',
} as const

/** A card labelled by its heading. */
export function TitledCard(props: TitledProps) {
  return <Titled {...props} of={Card} />
}

/** A section or card labelled by its heading. */
export function TitledSection(props: TitledProps) {
  return <Titled {...props} of="section" />
}

function Titled(props: TitledProps & { of: typeof Card | 'section' }) {
  const { of: Part, title, level: Heading = 'h2', look = 'strong', className, children } = props
  const id = useId()
  return (
    <Part aria-labelledby={id} className={className}>
      <Heading id={id} className={LOOKS[look]}>
        {title}
      </Heading>
      {children}
    </Part>
  )
}
