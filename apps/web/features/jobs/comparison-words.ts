import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { formatsOf } from '@weft/kit/ui/format.ts'

export type Compared = Answer<'GET', `/jobs/${string}/comparison`>['data']['figures'][number]

const texts = defineMessages({
  longer: {
    en: 'Took {factor} × as long as usual{day} (median of {runs} runs: {usual}).',
    de: 'Dauerte {factor}-mal so lange wie üblich{day} (Median von {runs} Läufen: {usual}).',
  },
  shorter: {
    en: 'Took only {share} of the usual time{day} (median of {runs} runs: {usual}).',
    de: 'Dauerte nur {share} der üblichen Zeit{day} (Median von {runs} Läufen: {usual}).',
  },
  more: {
    en: 'Moved {value} records, usually {usual}{day} (median of {runs} runs).',
    de: 'Bewegte {value} Datensätze, üblich sind {usual}{day} (Median von {runs} Läufen).',
  },
  fewer: {
    en: 'Moved only {value} records, usually {usual}{day} (median of {runs} runs).',
    de: 'Bewegte nur {value} Datensätze, üblich sind {usual}{day} (Median von {runs} Läufen).',
  },
  rejected: {
    en: 'Rejected {value} records, usually {usual}{day} (median of {runs} runs).',
    de: 'Lehnte {value} Datensätze ab, üblich sind {usual}{day} (Median von {runs} Läufen).',
  },
  slower: {
    en: 'Moved only {value} records a second, usually {usual}{day} (median of {runs} runs).',
    de: 'Bewegte nur {value} Datensätze pro Sekunde, üblich sind {usual}{day} (Median von {runs} Läufen).',
  },
  day: { en: ' on a {weekday}', de: ' an einem {weekday}' },
  isLonger: { en: '{factor} × as long', de: '{factor}-mal so lang' },
  isShorter: { en: 'Short', de: 'Kurz' },
  isMore: { en: 'Many records', de: 'Viele Datensätze' },
  isFewer: { en: 'Few records', de: 'Wenige Datensätze' },
  isRejected: { en: 'Many rejected', de: 'Viele abgelehnt' },
  isSlower: { en: 'Slow', de: 'Langsam' },
})

/** How a figure is written. */
export function figureIn({ figure, language }: { figure: Compared['figure']; language: Language }) {
  const { duration, number } = formatsOf(language)
  return (value: number) => {
    if (figure === 'duration') return duration(value)
    return number(figure === 'throughput' && value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
  }
}

export function weekdayIn(weekday: number, language: Language): string {
  // The first of January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(day)
}

/** A figure that is out of the ordinary, in a sentence and in two or three words. */
export function unusualInWords(compared: Compared, language: Language): { sentence: string; mark: string } {
  const { figure, value, median, runs, weekday, unusual } = compared
  const { number, percent } = formatsOf(language)
  const written = figureIn({ figure, language })
  const times = value / Math.max(median, 1)
  const values = {
    ...{ runs, value: written(value), usual: written(median) },
    factor: number(times < 10 ? Math.round(times * 10) / 10 : Math.round(times)),
    share: percent(Math.round((value / Math.max(median, 1)) * 100) / 100),
    day: weekday === null ? '' : say(texts.day({ weekday: weekdayIn(weekday, language) }), language),
  }
  const isMore = unusual === 'more'
  const [sentence, mark] = {
    duration: isMore ? ([texts.longer, texts.isLonger] as const) : ([texts.shorter, texts.isShorter] as const),
    records: isMore ? ([texts.more, texts.isMore] as const) : ([texts.fewer, texts.isFewer] as const),
    rejected: [texts.rejected, texts.isRejected] as const,
    throughput: [texts.slower, texts.isSlower] as const,
  }[figure]
  return { sentence: say(sentence(values), language), mark: say(mark(values), language) }
}
