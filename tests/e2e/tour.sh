#!/usr/bin/env bash
# Makes docs/images/tour.gif, the tour in the READMEs, of pictures that the last make e2e took. It needs ImageMagick.
set -euo pipefail
cd "$(dirname "$0")/../.."

frames=()
frame() { # picture caption
  frames+=("(" "screenshots/$1.png" -alpha off -resize 960x -gravity south -splice 0x48 -annotate +0+14 "$2" ")")
}
frame hover "Hover over an instruction: since when it is there, and what it said before"
frame generate-review "Generate: what the prompt asks for becomes assertions, which you accept or edit"
frame label "Label responses, one key each"
frame select-alpha "Select the smallest set: what it catches is shown as you type"
frame editor "Read the report beside the prompt"

convert -background "#1f2a44" -fill white -font DejaVu-Sans -pointsize 19 -delay 300 -loop 0 "${frames[@]}" \
  +dither -colors 96 -layers optimize docs/images/tour.gif
