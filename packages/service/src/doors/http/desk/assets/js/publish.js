// A record from a file: its text goes into the field, and is sent from there.
const picker = document.getElementById('record-file');
if (picker) {
  picker.closest('[data-file]').hidden = false;
  picker.addEventListener('change', async () => {
    const [file] = picker.files;
    if (file) document.getElementById('record').value = await file.text();
  });
}
