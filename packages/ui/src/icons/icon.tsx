import { ICON_PATHS, type IconName } from './icon-paths.ts'

interface IconProps {
  name: IconName
  /** Pixels at the design width; scales with the page (SPEC §2: 16). */
  size?: number
  /** Any CSS colour; by default #333 (SPEC §2), on dark surfaces its light counterpart. */
  color?: string
  /** Read by screen readers; without one the icon is decoration. */
  label?: string
  className?: string
}

/** An icon by name. */
export function Icon({ name, size = 16, color = 'light-dark(#333, #d3d8df)', label, className }: IconProps) {
  const length = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      style={{ width: length, height: length, color, flex: 'none' }}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
