/** Code that looks right and loses data. `npm run check` refuses each line that has it, outside of the files that may. */
export const traps: { pattern: RegExp; reason: string; but?: RegExp }[] = [
  { pattern: /\.partial\(/, reason: 'partial() fills in the defaults of what was not sent; use changesOf of kit/define/changes.ts', but: /^tools\/traps\.ts$/ },
  { pattern: /new Date\(\)\.toISOString\(\)\.slice\(0, (7|10)\)/, reason: 'this is the day in Greenwich, not where the reader is; use today of kit/ui/calendar-day.ts', but: /^(?!.*(screens|shell|designers|kit\/ui)\/)|\.test\.ts$/ },
  { pattern: /toLocale(Date|Time)?String\(/, reason: 'a calendar day would be a day early west of Greenwich; use the formats of kit/ui/format.ts', but: /^(?!.*(screens|shell|designers|kit\/ui)\/)|\.test\.ts$/ },
]
