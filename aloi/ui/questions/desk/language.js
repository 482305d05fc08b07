// The language of an item is not that of the page.

// Attributes of what holds words of the item: read aloud and spelt in its language, written from the side that
// it is written from, translated by no browser.
function itsWords(desk) {
  return { lang: desk.data.lang || null, dir: "auto", translate: "no" };
}
