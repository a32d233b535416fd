declare module 'svg-to-pdfkit' {
  type Options = {
    width: number
    height: number
    assumePt: boolean
    preserveAspectRatio: string
    fontCallback: (family: string, bold: boolean, italic: boolean) => string
    imageCallback: (link: string) => string
    warningCallback: (warning: string) => void
  }
  export default function SVGtoPDF(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: Options,
  ): void
}
