// The language of an item is not that of the page.

// Attributes of what holds words of the item: read aloud and spelt in its language, translated by no browser.
function itsWords(desk) {
  return { lang: desk.data.lang || null, translate: "no" };
}
