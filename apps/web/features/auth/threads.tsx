const colours = ['#8b88f5', '#46c5bb', '#f0b45a', '#8b88f5', '#6d7590']
const rows = Array.from({ length: 15 }, (_, i) => ({
  from: 60 + i * 42,
  to: 60 + ((i * 7) % 15) * 42,
  colour: colours[i % 5]!,
  thick: i % 4 === 0,
  faint: i % 5 === 4,
  bend: ((i % 3) - 1) * 60,
}))

/** Threads that cross and meet at knots: the picture of the sign-in page. */
export const Threads = () => (
  <svg viewBox="0 0 640 720" preserveAspectRatio="xMidYMid slice">
    {rows.map(({ from, to, colour, thick, faint, bend }) => (
      <path
        key={from}
        d={`M-20 ${from} C 200 ${from}, 250 ${to}, 330 ${to} S 480 ${from + bend}, 680 ${to - 20}`}
        fill="none"
        stroke={colour}
        strokeOpacity={faint ? 0.35 : 0.75}
        strokeWidth={thick ? 2 : 1.2}
      />
    ))}
    {rows.map(({ from, to, colour, thick }) => (
      <circle key={from} cx={330} cy={to} r={thick ? 5 : 3.2} fill="#0f1120" stroke={colour} strokeWidth={1.8} />
    ))}
  </svg>
)
