import { replacedWords } from './words.ts'

type Trap = { pattern: RegExp; reason: string; but?: RegExp }

const notInServer =
  /^(tools|bench|designers|apps\/web|kit\/ui)\/|\.web\.tsx?$|\.tsx$|\.test\.ts$|(^|\/)testing\/|\/testing\.ts$/
/** What a handler gives that looks at no error. */
const nothing = String.raw`\(\w*(?:: \w+)?\) => (?:\{\s*\}|undefined|null|true|false|\[\]|'[^']*'|\d+|void 0)(?: as [\w[\]]+)?`
const swallowed =
  'an error is swallowed without count and reason; use ignore or ignoring of kit/log/ignore.server.ts, ' +
  'ifMissing of kit/errors/if-missing.ts, or heardElsewhere of kit/errors/heard-elsewhere.ts where somebody else is told'
const silent = [
  String.raw`\.catch\(\s*(?:async )?${nothing}\s*,?\s*\)`,
  String.raw`\.then\([^\n]*, ${nothing}\)`,
  String.raw`\.send\b[^\n]*, \(\w*\) => \{\s*\}\)`,
  String.raw`\.(?:on|once)\('error', ${nothing}\)`,
  String.raw`\bcatch (?:\(\w+\) )?\{(?:\s|//[^\n]*)*\}`,
]

/** Code that looks right and loses data or its errors, and words of our own. `npm run check` refuses each place that has it, outside of the files that may. */
const traps: Trap[] = [
  {
    pattern: /\.partial\(/,
    reason: 'partial() fills in the defaults of what was not sent; use changesOf of kit/define/changes.ts',
    but: /^tools\/traps\.ts$/,
  },
  {
    pattern: /new Date\(\)\.toISOString\(\)\.slice\(0, (7|10)\)/,
    reason: 'this is the day in Greenwich, not where the reader is; use today of kit/ui/calendar-day.ts',
    but: /^(?!.*(web\/features|shell|designers|kit\/ui)\/)|\.test\.ts$/,
  },
  {
    pattern: /toLocale(Date|Time)?String\(/,
    reason: 'a calendar day would be a day early west of Greenwich; use the formats of kit/ui/format.ts',
    but: /^(?!.*(web\/features|shell|designers|kit\/ui)\/)|\.test\.ts$/,
  },
  // The emitter of mappings writes such code for browsers, too; a bad entry of a list is shown as none.
  ...silent.map((pattern) => ({
    pattern: new RegExp(pattern),
    reason: swallowed,
    but: new RegExp(`${notInServer.source}|^engine/mapping/emit/source\\.ts$`),
  })),
  {
    pattern: /assert\.\w+\((?:performance|Date)\.now\(\) - \w+ </,
    reason: 'a busy machine fails this; timings belong in bench/',
  },
  ...Object.entries(replacedWords).map(([word, term]) => ({
    pattern: new RegExp(String.raw`\b(?:function\*?|const|let|class|type|interface) ${word}\b`),
    reason: `${word} is a word of our own; say ${term}`,
  })),
  // Who starts the product reads the sentences of these three in a terminal.
  {
    pattern: /\bconsole\.\w+\(/,
    reason: 'this is no line of the log; use log of kit/log/log.server.ts',
    but: new RegExp(
      `${notInServer.source}|^apps/supervisor/(supervise|keep-api)\\.ts$|^kit/env/at-start\\.server\\.ts$`,
    ),
  },
]

/** What a source writes that it may not, each with its line. */
export const trapsIn = (file: string, text: string): string[] =>
  traps
    .filter(({ but }) => !but?.test(file))
    .flatMap(({ pattern, reason }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        ({ index }) => `${file}:${text.slice(0, index).split('\n').length}: ${reason}`,
      ),
    )
