import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** The share of pixels that may differ, as a clock or a caret does, before a screen counts as changed. */
const mayDiffer = 0.001

/** What became of the pictures of a folder in another one: sentences about those that are missing, of another size or changed. */
export async function changedPictures(before: string, after: string): Promise<string[]> {
  const names = readdirSync(before).filter((name) => name.endsWith('.png'))
  const compared = await Promise.all(
    names.map((name) => compare(name, path.join(before, name), path.join(after, name))),
  )
  return compared.filter((sentence) => sentence !== undefined)
}

async function compare(name: string, before: string, after: string): Promise<string | undefined> {
  if (!existsSync(after)) return `${name} was not taken`
  const [old, now] = await Promise.all([pixelsOf(before), pixelsOf(after)])
  const { width, height } = now.info
  if (old.info.width !== width || old.info.height !== height)
    return `${name} is ${width} × ${height} instead of ${old.info.width} × ${old.info.height}`
  const share = pixelmatch(old.data, now.data, undefined, width, height, { threshold: 0.1 }) / (width * height)
  return share > mayDiffer ? `${name} differs in ${(share * 100).toFixed(2)} % of its pixels` : undefined
}

const pixelsOf = (file: string) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
