/** The legal texts are summarized in Hindi, not translated: only the English text is binding. */
export const binding = {
  note: 'यह हिन्दी में सार है, आपकी सुविधा के लिए। क़ानूनी रूप से अंग्रेज़ी वाला पाठ ही मान्य है:',
  link: 'अंग्रेज़ी में पूरा पाठ पढ़ें',
}
