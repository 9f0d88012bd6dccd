export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect x="2" y="6" width="28" height="20" rx="5" fill="var(--accent)" />
        <rect x="2" y="11" width="28" height="4" fill="var(--on-accent)" opacity=".35" />
        <path d="M8 21.5h7" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      Cardwright
    </span>
  )
}
