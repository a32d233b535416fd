/** The mark of the product. */
export const Logo = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden>
    <rect width="20" height="20" rx="5.5" fill="var(--accent)" />
    <path
      d="M4.2 6.5 7 13.8l3-6.2 3 6.2 2.8-7.3"
      fill="none"
      stroke="#fff"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
