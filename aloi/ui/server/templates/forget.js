// Who signs out leaves nothing of their work in this browser: not in this tab, nor in one left open.
for (const key of Object.keys(sessionStorage)) if (key.startsWith("aloi.work/")) sessionStorage.removeItem(key);
localStorage.setItem("aloi.signed_out", String(Date.now()));
