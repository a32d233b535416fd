import type { Language } from '../messages/messages.ts'
import { chartOption, type ChartSpec, type Ink } from './chart-option.ts'
import { drawSvg } from './echarts.ts'

/** The colours of paper: those of the light scheme. */
const tones: Record<string, string> = {
  green: '#2ba56b',
  amber: '#e59a13',
  red: '#e5484d',
  blue: '#2f8ae0',
  teal: '#14a098',
  pink: '#d6409f',
  violet: '#8e4ec6',
  slate: '#8a93a2',
}
export const paperTone = (tone: string) => tones[tone]!

const paper = (language: Language): Ink => ({
  text: '#454d5b',
  faint: '#626b7a',
  border: '#e5e8ec',
  surface: '#ffffff',
  font: 'Inter',
  language,
  tone: paperTone,
})

/** A chart as SVG, without a browser. */
export const chartSvg = (spec: ChartSpec, language: Language, size: { width: number; height: number }): string =>
  drawSvg({ backgroundColor: '#ffffff', ...chartOption(spec, paper(language)) }, size)
