/** Code that looks right and loses data. `npm run check` refuses each line that has it, outside of the files that may. */
export const traps: { pattern: RegExp; reason: string; but?: RegExp }[] = [
  { pattern: /\.partial\(/, reason: 'partial() fills in the defaults of what was not sent; use changesOf of kit/define/changes.ts', but: /^tools\/traps\.ts$/ },
]
