// For browsers too old for the page's scripts, as many televisions have: the plain page, anew every few
// seconds, once the server answers. Written in the oldest words of the language, or it would not run there.

(function () {
  var page = document.documentElement;

  function later() {
    setTimeout(again, 8000);
  }

  function again() {
    if (page.getAttribute("data-scripts") === "run") return;
    var ask = new XMLHttpRequest();
    ask.onload = function () {
      if (ask.status === 200) location.replace(page.getAttribute("data-next") || location.href);
      else later();
    };
    ask.onerror = later;
    ask.open("GET", "/healthz");
    ask.send();
  }

  later();
})();
